/** The personal assistant, one part a tab; how to switch it on while it is off. */
import { useDocumentTitle } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { QueryError } from "../../components/QueryError";
import { TabbedPage, type PageTab } from "../../components/tabs/TabbedPage";
import { Waiting } from "../../components/Waiting";
import { HiddenDrafts } from "../../features/catalog/shared/drafts/HiddenDrafts";
import { DecisionsDesk } from "../../features/personal/decisions/DecisionsDesk";
import { MemoryDesk } from "../../features/personal/memory/MemoryDesk";
import { FinanceDesk } from "../../features/personal/finance/FinanceDesk";
import { OffNotice } from "../../features/personal/OffNotice";
import { PeopleDesk } from "../../features/personal/people/PeopleDesk";
import { ReportsDesk } from "../../features/personal/reports/ReportsDesk";
import { RemindersDesk } from "../../features/personal/reminders/RemindersDesk";
import { VaultDesk } from "../../features/personal/vault/VaultDesk";
import { RoleNotice } from "../../shared/account/RoleNotice";
import { useMay } from "../../shared/account/useMe";
import { usePersonalState } from "../../shared/personal/state";
import { TrackingDesk } from "../../features/personal/tracking/TrackingDesk";

export function PersonalPage() {
  const { t } = useTranslation();
  const query = usePersonalState();
  const isOwner = useMay("personal");
  const title = t("page.assistant.title");
  useDocumentTitle(`${title} · Celeiro`);
  const state = query.data;
  if (!state)
    return query.error ? <QueryError title={t("personal.failed")} query={query} /> : <Waiting h={240} />;
  if (!state.on) return <OffNotice />;
  const forAll: PageTab[] = [
    { path: "people", label: t("personal.tab.people"), element: <PeopleDesk /> },
    { path: "reminders", label: t("personal.tab.reminders"), element: <RemindersDesk state={state} /> },
  ];
  const forOwner: PageTab[] = [
    { path: "decisions", label: t("personal.tab.decisions"), element: <DecisionsDesk state={state} /> },
    { path: "tracking", label: t("personal.tab.tracking"), element: <TrackingDesk state={state} /> },
    { path: "memory", label: t("personal.tab.memory"), element: <MemoryDesk /> },
    { path: "finance", label: t("personal.tab.finance"), element: <FinanceDesk state={state} /> },
    { path: "reports", label: t("personal.tab.reports"), element: <ReportsDesk /> },
    { path: "vault", label: t("personal.tab.vault"), element: <VaultDesk /> },
  ];
  return (
    <TabbedPage
      title={title}
      base="/assistant"
      notice={
        <>
          <RoleNotice access="personal" ofPage />
          <HiddenDrafts />
        </>
      }
      tabs={isOwner ? [...forAll, ...forOwner] : forAll}
    />
  );
}
