/** The fields of a person. */
import { Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { TagsField } from "../../../shared/desk/TagsField";
import { NOTE_BELOW } from "../../../shared/desk/noteBelow";
import type { DraftFormState } from "../form/useDraftForm";
import classes from "../personal.module.css";
import type { Person, PersonDraft } from "./draft";
import { PreferenceFields } from "./PreferenceFields";

const SHORT = [
  { field: "relationship", type: "text" },
  { field: "farm", type: "text" },
  { field: "phone", type: "tel" },
  { field: "email", type: "email" },
] as const;

export function PersonFields({ form }: { form: DraftFormState<Person, PersonDraft> }) {
  const { t } = useTranslation();
  const { draft, errors, change } = form;
  return (
    <>
      <TextInput
        label={t("personal.people.field.name")}
        required
        value={draft.name}
        error={errors.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <div className={`${classes.fields} ${classes.pairs}`}>
        {SHORT.map(({ field, type }) => (
          <TextInput
            key={field}
            type={type}
            label={t(`personal.people.field.${field}`)}
            value={draft[field]}
            error={errors[field]}
            onChange={(event) => change({ [field]: event.currentTarget.value })}
          />
        ))}
      </div>
      <TagsField
        label={t("personal.people.field.crops")}
        description={t("personal.people.cropsNote")}
        value={draft.crops}
        error={errors.crops}
        separate={(text) => text.split(/[,;\n]/)}
        splitChars={[",", ";"]}
        onChange={(crops) => change({ crops })}
      />
      <div className={classes.fields}>
        <TextInput
          label={t("personal.people.field.birthday")}
          description={t("personal.people.birthdayNote")}
          inputWrapperOrder={NOTE_BELOW}
          value={draft.birthday}
          error={errors.birthday}
          onChange={(event) => change({ birthday: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label={t("personal.people.field.lastContact")}
          description={t("personal.people.lastContactNote")}
          inputWrapperOrder={NOTE_BELOW}
          value={draft.lastContact}
          error={errors.lastContact}
          onChange={(event) => change({ lastContact: event.currentTarget.value })}
        />
      </div>
      <PreferenceFields
        pairs={draft.preferences}
        problem={errors.preferences}
        onChange={(preferences) => change({ preferences })}
      />
      <Textarea
        label={t("personal.people.field.notes")}
        autosize
        minRows={4}
        maxRows={16}
        value={draft.notes}
        error={errors.notes}
        onChange={(event) => change({ notes: event.currentTarget.value })}
      />
    </>
  );
}
