/** One reminder. */
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { call, type CommandError } from "../../../api/command";
import { useCommandQuery } from "../../../api/hooks";
import { DraftForm } from "../form/DraftForm";
import { useDraftForm } from "../form/useDraftForm";
import { asRequest, draftOf, type Reminder, type ReminderDraft } from "./draft";
import { ReminderFields } from "./ReminderFields";
import { useRepetitionText } from "./useRepetitionText";

type Props = {
  stored: Reminder | null;
  /** Of a new reminder. */
  zone: string;
  onMade: (stored: Reminder) => void;
  onGone: () => void;
  /** Why it could not be read, where it is not there any more. */
  gone?: CommandError | null;
};

/** As many as the program lists at once. */
const MOST_PEOPLE = 500;

export function ReminderForm({ stored, zone, gone = null, onMade, onGone }: Props) {
  const { t } = useTranslation();
  const describeRule = useRepetitionText();
  const people = useCommandQuery("listPeople", { limit: MOST_PEOPLE }).data?.rows ?? [];
  const draftFrom = useCallback((base: Reminder | null) => draftOf(base, zone), [zone]);
  const form = useDraftForm<Reminder, ReminderDraft>({
    kind: "reminder",
    gone,
    stored,
    draftOf: draftFrom,
    // A moment that is not complete is blank: of that the program would say that it is no moment.
    check: ({ at }): Record<string, string> => (at === "" ? { at: t("fieldProblem.required") } : {}),
    write: (onto, typed, operationId) => {
      const request = { ...asRequest(typed), operationId };
      return onto
        ? call("updateReminder", { ...request, id: onto.id, version: onto.version })
        : call("createReminder", request);
    },
    writes: "updateReminder",
    remove: "deleteReminder",
    restore: "restoreReminder",
    words: { saved: t("personal.reminders.saved"), deleted: t("personal.reminders.deleted") },
    onMade,
    onGone,
  });
  const textOf = (draft: ReminderDraft, field: keyof ReminderDraft) => {
    if (field === "state") return t(`personal.reminders.isState.${draft.state}`);
    if (field === "rrule") return describeRule(draft.rrule);
    if (field === "personId") return people.find(({ id }) => id === draft.personId)?.name ?? "";
    return field === "at" ? draft.at.replace("T", " ") : draft[field];
  };
  return (
    <DraftForm
      title={t(form.base ? "personal.reminders.edit" : "personal.reminders.new")}
      form={form}
      draftOf={draftFrom}
      kind="reminders"
      nameOf={({ title }) => title}
      words={{ label: (field) => t(`personal.reminders.field.${field}`), text: textOf }}
    >
      <ReminderFields form={form} people={people} />
    </DraftForm>
  );
}
