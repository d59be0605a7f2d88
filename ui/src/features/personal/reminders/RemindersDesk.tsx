/** Reminders: those that are due first, and the one that is open. */
import { SegmentedControl, Skeleton } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useCommandQuery } from "../../../api/hooks";
import type { Data } from "../../../api/command";
import { QueryError } from "../../../components/QueryError";
import { useLanguage } from "../../../i18n/language";
import { fold } from "../../../lib/text/text";
import desk from "../../../shared/desk/desk.module.css";
import { DeskPanes } from "../../../shared/desk/DeskPanes";
import { focusNewForm } from "../../../shared/desk/firstField";
import { ListHead } from "../../../shared/desk/ListHead";
import { useFormKey } from "../../../shared/desk/useFormKey";
import { useCompleteReminder } from "../../../shared/personal/useCompleteReminder";
import { useGoneDraft } from "../form/useGoneDraft";
import { RowList } from "../RowList";
import { ExportPart } from "../table/ExportPart";
import { STATES, type Reminder } from "./draft";
import { isDueBy } from "./moments";
import { ReminderForm } from "./ReminderForm";
import { ReminderRow } from "./ReminderRow";

/** The most that the program lists at once. */
const MOST = 500;
/** Whether something is late is looked at again after this long. Milliseconds. */
const MINUTE_MS = 60_000;

type Props = { state: Data<"getPersonalState"> };

export function RemindersDesk({ state: place }: Props) {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const [text, setText] = useState("");
  const [state, setState] = useState<Reminder["state"]>("open");
  const query = useCommandQuery("listReminders", { state, limit: MOST }, { refetchInterval: MINUTE_MS });
  const people = useCommandQuery("listPeople", { limit: MOST });
  const now = useNow();
  const complete = useCompleteReminder();
  const opened = params.get("reminder");
  const show = (reminder: string | null) => setParams(reminder === null ? {} : { reminder });
  const form = useFormKey(opened);
  const client = useQueryClient();
  const language = useLanguage();
  const showMade = (reminder: Reminder) => {
    // What was new is read next, and is known.
    client.setQueryData(["getReminder", language, { id: reminder.id }], reminder);
    form.noteStored(reminder.id);
    show(reminder.id);
  };
  const wanted = fold(text.trim());
  const found = (query.data ?? []).filter(({ title }) => fold(title).includes(wanted));
  const isDue = (reminder: Reminder) => isDueBy(reminder, place.today, place.timeZone);
  const rowsOf = (reminders: Reminder[]) =>
    reminders.map((reminder) => (
      <ReminderRow
        key={reminder.id}
        reminder={reminder}
        place={place}
        now={now}
        person={people.data?.rows.find(({ id }) => id === reminder.personId)?.name}
        open={reminder.id === opened}
        onOpen={() => show(reminder.id)}
        onComplete={() => complete(reminder.id, reminder.nextAt)}
      />
    ));
  return (
    <DeskPanes
      open={opened}
      back={t("personal.reminders.back")}
      onBack={() => show(null)}
      list={
        <>
          <ListHead
            add={t("personal.reminders.new")}
            onAdd={() => (opened === "new" ? focusNewForm() : show("new"))}
            search={t("personal.reminders.search")}
            text={text}
            onText={setText}
            query={query}
            failed={t("personal.reminders.failed")}
          >
            <SegmentedControl
              fullWidth
              size="xs"
              aria-label={t("personal.reminders.field.state")}
              value={state}
              onChange={(value) => setState(value)}
              data={STATES.map((value) => ({ value, label: t(`personal.reminders.states.${value}`) }))}
            />
          </ListHead>
          {query.data && found.length === 0 && (
            <p className={desk.none}>
              {t(
                wanted === "" && state === "open" ? "personal.reminders.none" : "personal.reminders.nothing",
              )}
            </p>
          )}
          <RowList
            label={t("personal.reminders.list")}
            groups={[
              { title: t("personal.reminders.due"), rows: rowsOf(found.filter(isDue)) },
              {
                ...(state === "open" && { title: t("personal.reminders.later") }),
                rows: rowsOf(found.filter((reminder) => !isDue(reminder))),
              },
            ]}
          />
          <ExportPart part="reminders" />
        </>
      }
    >
      {opened === null ? (
        <p className={desk.none}>{t("personal.reminders.pick")}</p>
      ) : (
        <OpenedReminder
          key={form.key}
          id={opened}
          place={place}
          onMade={showMade}
          onGone={() => show(null)}
        />
      )}
    </DeskPanes>
  );
}

type OpenedProps = {
  id: string;
  place: Props["state"];
  onMade: (stored: Reminder) => void;
  onGone: () => void;
};

function OpenedReminder({ id, place, onMade, onGone }: OpenedProps) {
  const { t } = useTranslation();
  const isNew = id === "new";
  const query = useCommandQuery("getReminder", { id }, { enabled: !isNew });
  const gone = useGoneDraft<Reminder>("reminder", id, query);
  if (isNew || query.data || gone)
    return (
      <ReminderForm
        stored={isNew ? null : (query.data ?? gone?.base ?? null)}
        gone={gone?.error ?? null}
        zone={place.timeZone}
        onMade={onMade}
        onGone={onGone}
      />
    );
  return query.error ? (
    <QueryError title={t("personal.reminders.failed")} query={query} />
  ) : (
    <Skeleton height={240} />
  );
}

/** The current time for the list of reminders, to the minute. Milliseconds. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
