/** The fields of a decision. */
import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { cleanText } from "../../../lib/text/text";
import type { DraftFormState } from "../form/useDraftForm";
import { NOTE_BELOW } from "../../../shared/desk/noteBelow";
import classes from "../personal.module.css";
import { AREAS, type Decision, type DecisionDraft } from "./draft";
import { OptionFields } from "./OptionFields";

export function DecisionFields({ form }: { form: DraftFormState<Decision, DecisionDraft> }) {
  const { t } = useTranslation();
  const { draft, errors, change } = form;
  const titles = draft.options.map(({ title }) => title.trim()).filter((title) => title !== "");
  const ofOptions = Object.entries(errors).filter(([field]) => field.startsWith("options"));
  const long = (field: "description" | "reasoning" | "outcome") => (
    <Textarea
      label={t(`personal.decisions.field.${field}`)}
      description={field === "outcome" ? t("personal.decisions.outcomeNote") : undefined}
      autosize
      minRows={2}
      maxRows={14}
      value={draft[field]}
      error={errors[field]}
      onChange={(event) => change({ [field]: event.currentTarget.value })}
    />
  );
  return (
    <>
      <TextInput
        label={t("personal.decisions.field.title")}
        required
        value={draft.title}
        error={errors.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <div className={classes.fields}>
        <NativeSelect
          label={t("personal.decisions.field.area")}
          value={draft.area}
          error={errors.area}
          data={AREAS.map((value) => ({ value, label: t(`personal.decisions.area.${value}`) }))}
          onChange={(event) => change({ area: event.currentTarget.value as Decision["area"] })}
        />
        <TextInput
          type="date"
          label={t("personal.decisions.field.reviewAt")}
          description={t("personal.decisions.reviewNote")}
          inputWrapperOrder={NOTE_BELOW}
          value={draft.reviewAt}
          error={errors.reviewAt}
          onChange={(event) => change({ reviewAt: event.currentTarget.value })}
        />
      </div>
      {long("description")}
      <OptionFields
        options={draft.options}
        problem={ofOptions.map(([, text]) => text).join(" ")}
        onChange={(options) => change({ options })}
      />
      {titles.length > 0 ? (
        <NativeSelect
          label={t("personal.decisions.field.choice")}
          value={draft.choice}
          error={errors.choice}
          data={[
            { value: "", label: t("personal.decisions.noChoice") },
            ...[...new Set([...titles, ...(draft.choice === "" ? [] : [draft.choice])])].map((title) => ({
              value: title,
              label: cleanText(title),
            })),
          ]}
          onChange={(event) => change({ choice: event.currentTarget.value })}
        />
      ) : (
        <TextInput
          label={t("personal.decisions.field.choice")}
          value={draft.choice}
          error={errors.choice}
          onChange={(event) => change({ choice: event.currentTarget.value })}
        />
      )}
      {long("reasoning")}
      {long("outcome")}
    </>
  );
}
