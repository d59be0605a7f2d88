/** The personal assistant: people, reminders and decisions, one a tab; how to switch it on while it is off. */
import { useDocumentTitle } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { QueryError } from "../../components/QueryError";
import { TabbedPage } from "../../components/tabs/TabbedPage";
import { Waiting } from "../../components/Waiting";
import { OffNotice } from "../../features/personal/OffNotice";
import { usePersonalState } from "../../features/personal/state";
import { PERSONAL_DESKS } from "./personalDesks";

export function PersonalPage() {
  const { t } = useTranslation();
  const query = usePersonalState();
  const title = t("page.assistant.title");
  useDocumentTitle(`${title} · Celeiro`);
  const state = query.data;
  if (!state)
    return query.error ? <QueryError title={t("personal.failed")} query={query} /> : <Waiting h={240} />;
  if (!state.on) return <OffNotice />;
  const { people: People, reminders: Reminders, decisions: Decisions } = PERSONAL_DESKS;
  return (
    <TabbedPage
      title={title}
      base="/assistant"
      tabs={[
        { path: "people", label: t("personal.tab.people"), element: <People /> },
        { path: "reminders", label: t("personal.tab.reminders"), element: <Reminders state={state} /> },
        { path: "decisions", label: t("personal.tab.decisions"), element: <Decisions state={state} /> },
      ]}
    />
  );
}
