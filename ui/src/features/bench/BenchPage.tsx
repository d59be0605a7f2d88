/** The analyst's bench: what ranks, how well it ranks, and what it misses; one part a tab. */
import { useTranslation } from "react-i18next";
import { TabbedPage, type PageTab } from "../../components/tabs/TabbedPage";
import { InspectorDesk } from "../inspect/whole/InspectorDesk";
import { SetsDesk } from "./sets/SetsDesk";
import { GapsDesk } from "./gaps/GapsDesk";
import { ProfilesDesk } from "./profiles/ProfilesDesk";
import { QualityDesk } from "./quality/QualityDesk";
import { QueriesDesk } from "./queries/QueriesDesk";

export function BenchPage() {
  const { t } = useTranslation();
  const tabs: PageTab[] = [
    { path: "inspect", label: t("bench.tab.inspect"), element: <InspectorDesk /> },
    { path: "profiles", label: t("bench.tab.profiles"), element: <ProfilesDesk /> },
    { path: "sets", label: t("bench.tab.sets"), element: <SetsDesk /> },
    { path: "gaps", label: t("bench.tab.gaps"), element: <GapsDesk /> },
    { path: "queries", label: t("bench.tab.queries"), element: <QueriesDesk /> },
    { path: "quality", label: t("bench.tab.quality"), element: <QualityDesk /> },
  ];

  return <TabbedPage title={t("page.bench.title")} base="/bench" tabs={tabs} />;
}
