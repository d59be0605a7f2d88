/** The analyst's bench: what ranks, how well it ranks, and what it misses; one part a tab. */
import { useTranslation } from "react-i18next";
import { RoleNotice } from "../../shared/account/RoleNotice";
import { useMay } from "../../shared/account/useMe";
import { TabbedPage, type PageTab } from "../../components/tabs/TabbedPage";
import { BENCH_DESKS } from "./benchDesks";

const PATHS = Object.keys(BENCH_DESKS) as (keyof typeof BENCH_DESKS)[];

export function BenchPage() {
  const { t } = useTranslation();
  const mayAnalyse = useMay("analyse");
  // Looking into a search is open to all who search.
  const tabs: PageTab[] = PATHS.filter((path) => mayAnalyse || path === "inspect").map((path) => {
    const Desk = BENCH_DESKS[path];
    return { path, label: t(`bench.tab.${path}`), element: <Desk /> };
  });

  return (
    <TabbedPage
      title={t("page.bench.title")}
      base="/bench"
      tabs={tabs}
      notice={<RoleNotice access="analyse" ofPage />}
    />
  );
}
