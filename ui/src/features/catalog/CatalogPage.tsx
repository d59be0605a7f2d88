/** The catalog desk: where records are kept, one part a tab. */
import { useTranslation } from "react-i18next";
import { TabbedPage, type PageTab } from "../../components/tabs/TabbedPage";
import { FaqDesk } from "./faqs/FaqDesk";
import { ImportPage } from "../import/ImportPage";
import { ReviewDesk } from "../assist/review/ReviewDesk";
import { ItemsDesk } from "./ItemsDesk";
import { SynonymsDesk } from "./synonyms/SynonymsDesk";
import { OperationsDesk } from "./operations/OperationsDesk";

export function CatalogPage() {
  const { t } = useTranslation();
  const tabs: PageTab[] = [
    { path: "items", label: t("catalog.tab.items"), element: <ItemsDesk /> },
    { path: "faqs", label: t("catalog.tab.faqs"), element: <FaqDesk /> },
    { path: "synonyms", label: t("catalog.tab.synonyms"), element: <SynonymsDesk /> },
    { path: "import", label: t("catalog.tab.import"), element: <ImportPage /> },
    { path: "history", label: t("catalog.tab.history"), element: <OperationsDesk /> },
    { path: "review", label: t("catalog.tab.review"), element: <ReviewDesk /> },
  ];

  return <TabbedPage title={t("page.catalog.title")} base="/catalog" tabs={tabs} />;
}
