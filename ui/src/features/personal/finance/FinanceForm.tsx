/** One record of the person's own money. */
import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/command";
import { useFormats, useLanguage } from "../../../i18n/language";
import { DraftForm } from "../form/DraftForm";
import { useDraftForm } from "../form/useDraftForm";
import classes from "../personal.module.css";
import {
  asRequest,
  codeOf,
  COMMANDS_OF,
  DRAFT_OF,
  draftOf,
  listNotWhole,
  FIELDS,
  type FieldName,
  type FieldSpec,
  type FinanceDraft,
  type Kind,
  type Row,
} from "./nouns";

type Props = {
  kind: Kind;
  /** The month in which it is shown, `2026-05`. */
  month: string;
  stored: Row | null;
  onMade: (stored: Row) => void;
  onGone: () => void;
};

export function FinanceForm({ kind, month, stored, onMade, onGone }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const formats = useFormats();
  const commands = COMMANDS_OF[kind];
  const read = (base: Row | null) => draftOf(kind, base, month, language);
  const form = useDraftForm<Row, FinanceDraft>({
    kind: DRAFT_OF[kind],
    // The list is what is read: a record that is not in it is not opened.
    gone: null,
    stored,
    draftOf: read,
    check: (typed) =>
      Object.fromEntries(listNotWhole(kind, typed).map((name) => [name, t("personal.finance.notWhole")])),
    write: (onto, typed, operationId) => {
      const request = { ...asRequest(kind, typed), operationId };
      const saved: Promise<unknown> = onto
        ? call(commands.update, { ...request, id: onto.id, version: onto.version })
        : call(commands.create, request as never);
      return saved as Promise<Row>;
    },
    writes: commands.update,
    remove: commands.remove,
    restore: commands.restore,
    words: { saved: t("personal.finance.saved"), deleted: t("personal.finance.deleted") },
    onMade,
    onGone,
  });
  const textOf = (draft: FinanceDraft, field: FieldName) => {
    const value = draft[field] ?? "";
    if (typeof value === "boolean") return t(value ? "personal.finance.yes" : "personal.finance.no");
    const code = codeOf(kind, field, value);
    if (code) return t(`personal.finance.code.${code}`);
    if (value === "") return "";
    const form = FIELDS[kind].find(({ name }) => name === field)?.kind;
    if (form === "day") return formats.day(value);
    return form === "month" ? formats.month(new Date(`${value}-01T00:00`)) : value;
  };
  return (
    <DraftForm
      title={t(form.base ? `personal.finance.edit.${kind}` : `personal.finance.new.${kind}`)}
      form={form}
      kind={kind}
      nameOf={({ name }) => name}
      draftOf={read}
      words={{ label: (field) => t(`personal.finance.field.${field}`), text: textOf }}
    >
      <div className={classes.fields}>
        {FIELDS[kind].map((field) => (
          <FinanceField
            key={field.name}
            field={field}
            value={form.draft[field.name] ?? ""}
            error={form.errors[field.name]}
            onChange={(value) => form.change({ [field.name]: value })}
          />
        ))}
      </div>
    </DraftForm>
  );
}

type FieldProps = {
  field: FieldSpec;
  value: string | boolean;
  error: string | undefined;
  onChange: (value: string | boolean) => void;
};

function FinanceField({ field: { name, kind, required, choices }, value, error, onChange }: FieldProps) {
  const { t } = useTranslation();
  const label = t(`personal.finance.field.${name}`);
  if (typeof value === "boolean")
    return (
      <Checkbox
        label={label}
        checked={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  if (choices)
    return (
      <NativeSelect
        label={label}
        value={value}
        error={error}
        data={choices.map((code) => ({ value: code, label: t(`personal.finance.code.${code}`) }))}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  const type = kind === "month" ? "month" : kind === "day" ? "date" : "text";
  return (
    <TextInput
      type={type}
      inputMode={kind === "amount" ? "decimal" : kind === "whole" ? "numeric" : undefined}
      label={label}
      required={required ?? false}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
