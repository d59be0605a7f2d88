/** The catalog desk: where records are kept, one part a tab. */
import { useTranslation } from "react-i18next";
import { TabbedPage, type PageTab } from "../../components/tabs/TabbedPage";
import { ReviewDesk } from "../assist/review/ReviewDesk";
import { ItemsDesk } from "./ItemsDesk";

export function CatalogPage() {
  const { t } = useTranslation();
  const tabs: PageTab[] = [
    { path: "items", label: t("catalog.tab.items"), element: <ItemsDesk /> },
    { path: "review", label: t("catalog.tab.review"), element: <ReviewDesk /> },
  ];

  return <TabbedPage title={t("page.catalog.title")} base="/catalog" tabs={tabs} />;
}
