/** The catalog desk: where records are kept, one part a tab. */
import { useTranslation } from "react-i18next";
import { TabbedPage, type PageTab } from "../../components/tabs/TabbedPage";
import { HiddenDrafts } from "../../features/catalog/shared/drafts/HiddenDrafts";
import { CATALOG_DESKS } from "./catalogDesks";

const PATHS = Object.keys(CATALOG_DESKS) as (keyof typeof CATALOG_DESKS)[];

export function CatalogPage() {
  const { t } = useTranslation();
  const tabs: PageTab[] = PATHS.map((path) => {
    const Desk = CATALOG_DESKS[path];
    return { path, label: t(`catalog.tab.${path}`), element: <Desk /> };
  });

  return <TabbedPage title={t("page.catalog.title")} base="/catalog" tabs={tabs} notice={<HiddenDrafts />} />;
}
