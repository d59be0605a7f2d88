/** The analyst's bench: what ranks, how well it ranks, and what it misses; one part a tab. */
import { useTranslation } from "react-i18next";
import { TabbedPage, type PageTab } from "../../components/tabs/TabbedPage";
import { InspectorDesk } from "../inspect/whole/InspectorDesk";
import { ProfilesDesk } from "./profiles/ProfilesDesk";
import { SetsDesk } from "./sets/SetsDesk";

export function BenchPage() {
  const { t } = useTranslation();
  const tabs: PageTab[] = [
    { path: "inspect", label: t("bench.tab.inspect"), element: <InspectorDesk /> },
    { path: "profiles", label: t("bench.tab.profiles"), element: <ProfilesDesk /> },
    { path: "profiles", label: t("bench.tab.profiles"), element: <ProfilesDesk /> },
    { path: "sets", label: t("bench.tab.sets"), element: <SetsDesk /> },
  ];

  return <TabbedPage title={t("page.bench.title")} base="/bench" tabs={tabs} />;
}
