/** The catalog desk: where records are kept, one part a tab. */
import { useTranslation } from "react-i18next";
import { TabbedPage, type PageTab } from "../../components/tabs/TabbedPage";
import { ItemsDesk } from "./ItemsDesk";
import { OperationsDesk } from "./operations/OperationsDesk";

export function CatalogPage() {
  const { t } = useTranslation();
  const tabs: PageTab[] = [
    { path: "items", label: t("catalog.tab.items"), element: <ItemsDesk /> },
    { path: "history", label: t("catalog.tab.history"), element: <OperationsDesk /> },
  ];

  return <TabbedPage title={t("page.catalog.title")} base="/catalog" tabs={tabs} />;
}
