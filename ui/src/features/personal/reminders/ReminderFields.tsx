/** The fields of a reminder. */
import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { cleanText } from "../../../lib/text/text";
import type { DraftFormState } from "../form/useDraftForm";
import classes from "../personal.module.css";
import { STATES, type Reminder, type ReminderDraft } from "./draft";
import { listZones } from "./moments";
import { RepetitionFields } from "./RepetitionFields";

type Props = {
  form: DraftFormState<Reminder, ReminderDraft>;
  people: readonly { id: string; name: string }[];
};

export function ReminderFields({ form, people }: Props) {
  const { t } = useTranslation();
  const { draft, errors, change } = form;
  const isListed = draft.personId === "" || people.some(({ id }) => id === draft.personId);
  return (
    <>
      <TextInput
        label={t("personal.reminders.field.title")}
        required
        value={draft.title}
        error={errors.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <div className={classes.fields}>
        <TextInput
          type="datetime-local"
          label={t("personal.reminders.field.at")}
          required
          value={draft.at}
          error={errors.at}
          onChange={(event) => change({ at: event.currentTarget.value })}
        />
        <NativeSelect
          label={t("personal.reminders.field.zone")}
          value={draft.zone}
          error={errors.zone}
          data={listZones(draft.zone)}
          onChange={(event) => change({ zone: event.currentTarget.value })}
        />
      </div>
      <RepetitionFields rule={draft.rrule} problem={errors.rrule} onChange={(rrule) => change({ rrule })} />
      <div className={classes.fields}>
        <NativeSelect
          label={t("personal.reminders.field.personId")}
          value={draft.personId}
          error={errors.personId}
          data={[
            { value: "", label: t("personal.reminders.noPerson") },
            ...(isListed ? [] : [{ value: draft.personId, label: t("personal.reminders.otherPerson") }]),
            ...people.map(({ id, name }) => ({ value: id, label: cleanText(name) })),
          ]}
          onChange={(event) => change({ personId: event.currentTarget.value })}
        />
        {form.base && (
          <NativeSelect
            label={t("personal.reminders.field.state")}
            value={draft.state}
            data={STATES.map((value) => ({ value, label: t(`personal.reminders.isState.${value}`) }))}
            onChange={(event) => change({ state: event.currentTarget.value as Reminder["state"] })}
          />
        )}
      </div>
      <Textarea
        label={t("personal.reminders.field.notes")}
        autosize
        minRows={3}
        maxRows={14}
        value={draft.notes}
        error={errors.notes}
        onChange={(event) => change({ notes: event.currentTarget.value })}
      />
    </>
  );
}
