/** The fields of an item of memory. */
import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { AREAS } from "../decisions/draft";
import type { DraftFormState } from "../form/useDraftForm";
import classes from "../personal.module.css";
import { TYPES, type Knowledge, type KnowledgeDraft } from "./draft";

export function KnowledgeFields({ form }: { form: DraftFormState<Knowledge, KnowledgeDraft> }) {
  const { t } = useTranslation();
  const { draft, errors, change } = form;
  const day = (field: "validFrom" | "validTo") => (
    <TextInput
      type="date"
      label={t(`personal.memory.field.${field}`)}
      value={draft[field]}
      error={errors[field]}
      onChange={(event) => change({ [field]: event.currentTarget.value })}
    />
  );
  return (
    <>
      <Textarea
        label={t("personal.memory.field.content")}
        required
        autosize
        minRows={2}
        maxRows={10}
        value={draft.content}
        error={errors.content}
        onChange={(event) => change({ content: event.currentTarget.value })}
      />
      <div className={classes.fields}>
        <NativeSelect
          label={t("personal.memory.field.type")}
          value={draft.type}
          error={errors.type}
          data={TYPES.map((value) => ({ value, label: t(`personal.memory.type.${value}`) }))}
          onChange={(event) => change({ type: event.currentTarget.value as Knowledge["type"] })}
        />
        <NativeSelect
          label={t("personal.memory.field.area")}
          value={draft.area}
          error={errors.area}
          data={AREAS.map((value) => ({ value, label: t(`personal.decisions.area.${value}`) }))}
          onChange={(event) => change({ area: event.currentTarget.value as Knowledge["area"] })}
        />
        <TextInput
          label={t("personal.memory.field.subArea")}
          value={draft.subArea}
          error={errors.subArea}
          onChange={(event) => change({ subArea: event.currentTarget.value })}
        />
        {day("validFrom")}
        {day("validTo")}
      </div>
    </>
  );
}
