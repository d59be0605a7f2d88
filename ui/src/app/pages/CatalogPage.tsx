/** The catalog desk: where records are kept, one part a tab. */
import { useTranslation } from "react-i18next";
import { TabbedPage, type PageTab } from "../../components/tabs/TabbedPage";
import { RoleNotice } from "../../shared/account/RoleNotice";
import { useMay } from "../../shared/account/useMe";
import { HiddenDrafts } from "../../features/catalog/shared/drafts/HiddenDrafts";
import { CATALOG_DESKS } from "./catalogDesks";

type Path = keyof typeof CATALOG_DESKS;
const PATHS = Object.keys(CATALOG_DESKS) as Path[];
/** Nothing is there to be read in them. */
const WRITING: ReadonlySet<Path> = new Set<Path>(["import", "review", "duplicates"]);

export function CatalogPage() {
  const { t } = useTranslation();
  const mayEdit = useMay("edit");
  const tabs: PageTab[] = PATHS.filter((path) => mayEdit || !WRITING.has(path)).map((path) => {
    const Desk = CATALOG_DESKS[path];
    return { path, label: t(`catalog.tab.${path}`), element: <Desk /> };
  });

  return (
    <TabbedPage
      title={t("page.catalog.title")}
      base="/catalog"
      tabs={tabs}
      notice={
        <>
          <RoleNotice access="edit" ofPage />
          <HiddenDrafts />
        </>
      }
    />
  );
}
