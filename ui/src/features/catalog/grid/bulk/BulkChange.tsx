/** One change of a bulk edit: which field, what happens to it, with which value. */
import { ActionIcon, Autocomplete, Select, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../../api/hooks";
import type { Req } from "../../../../api/command";
import { cleanText } from "../../../../lib/text/text";
import { useFieldLabel } from "../../../../shared/changes/useFieldLabel";
import classes from "./Bulk.module.css";
import { FIXED_COLUMNS, isWritten, kindOf, type Layout } from "../../../../shared/filters/columns";
import { useKnownValues } from "../../../../shared/filters/useKnownValues";

type Change = Req<"bulkEdit">["changes"][number];
export type DraftChange = Change & { value: string; find: string };
type Action = Change["action"];

const STATUSES = ["ativo", "inativo", "rascunho"] as const;
const PACKAGE_STATUSES = ["ativo", "inativo"] as const;
/** What is changed of the packages of items, and what that is called. */
const PACKAGE_FIELDS = {
  "packages.price": "grid.bulk.packagePrice",
  "packages.status": "grid.bulk.packageStatus",
} as const;
export const EMPTY_CHANGE: DraftChange = { field: "category", action: "set", value: "", find: "" };

export function isChangeReady({ action, value, find }: DraftChange): boolean {
  if (action === "clear") return true;
  return action === "replace" ? find !== "" : value.trim() !== "";
}

/** Whether a person has begun to fill in the bulk change. */
export function isChangeBegun({ field, action, value, find }: DraftChange): boolean {
  const isOther = field !== EMPTY_CHANGE.field || action !== EMPTY_CHANGE.action;
  return isOther || value !== "" || find !== "";
}

function isOfPackages(field: string): field is keyof typeof PACKAGE_FIELDS {
  return field in PACKAGE_FIELDS;
}

function actionsOf(field: string): readonly Action[] {
  if (field === "packages.price") return ["percent"];
  if (field === "status" || field === "packages.status") return ["set"];
  if (field === "price") return ["set", "percent", "clear"];
  if (field === "tags") return ["add", "remove", "replace", "set", "clear"];
  if (field.startsWith("attributes.")) return ["set", "clear", "replace", "add", "remove", "percent"];
  return field === "name" ? ["replace", "set"] : ["set", "replace", "clear"];
}

type Props = {
  change: DraftChange;
  layout: Layout;
  first: boolean;
  onChange: (change: DraftChange) => void;
  onRemove: (() => void) | undefined;
};

export function BulkChange({ change, first, onChange, onRemove }: Props) {
  const { t } = useTranslation();
  const fieldLabel = useFieldLabel();
  const label = (field: string) => (isOfPackages(field) ? t(PACKAGE_FIELDS[field]) : fieldLabel(field));
  const attributes = useCommandQuery("gridColumns", {}).data?.attributes ?? [];
  const fixed = [...FIXED_COLUMNS.filter(isWritten), ...Object.keys(PACKAGE_FIELDS)];
  const fields = [...fixed, ...attributes.map(({ column }) => column)];
  const actions = actionsOf(change.field);
  return (
    <div className={classes.change} role="group" aria-label={label(change.field)}>
      <Select
        label={t("grid.bulk.field")}
        searchable
        openOnFocus={false}
        data={fields.map((value) => ({ value, label: cleanText(label(value)) }))}
        value={change.field}
        onChange={(field) => {
          if (field === null || field === change.field) return;
          const [action = "set"] = actionsOf(field);
          onChange({ field, action, value: firstValueOf(field), find: "" });
        }}
        data-autofocus={first || undefined}
      />
      <Select
        label={t("grid.bulk.action")}
        data={actions.map((value) => ({ value, label: t(`grid.action.${value}`) }))}
        value={change.action}
        onChange={(action) => action && onChange({ ...change, action })}
      />
      <div className={classes.values}>
        {(change.action === "replace" || isOfPackages(change.field)) && (
          <TextInput
            label={t(change.action === "replace" ? "grid.bulk.find" : "grid.bulk.packageLabel")}
            placeholder={change.action === "replace" ? undefined : t("grid.bulk.allPackages")}
            value={change.find}
            onChange={(event) => onChange({ ...change, find: event.currentTarget.value })}
            autoComplete="off"
          />
        )}
        {change.action !== "clear" && <NewValue change={change} onChange={onChange} />}
      </div>
      {onRemove && (
        <ActionIcon
          className={classes.remove}
          onClick={onRemove}
          aria-label={t("grid.bulk.remove")}
          title={t("grid.bulk.remove")}
        >
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </div>
  );
}

/** First value of a bulk change's choice, before anything is chosen. */
function firstValueOf(field: string): string {
  if (field === "packages.status") return "inativo";
  return field === "status" ? "ativo" : "";
}

function NewValue({ change, onChange }: Pick<Props, "change" | "onChange">) {
  const { t } = useTranslation();
  const known = useKnownValues(change.field);
  const percent = change.action === "percent";
  const set = (value: string) => onChange({ ...change, value });
  const label = t(percent ? "grid.bulk.percent" : "grid.bulk.value");
  const isPackageStatus = change.field === "packages.status";
  if (isPackageStatus || kindOf(change.field) === "status")
    return (
      <Select
        label={label}
        data={(isPackageStatus ? PACKAGE_STATUSES : STATUSES).map((value) => ({
          value,
          label: t(`record.status.${value}`),
        }))}
        value={change.value}
        onChange={(value) => value && set(value)}
      />
    );
  return (
    <Autocomplete
      label={label}
      data={percent ? [] : [...new Set(known.map(cleanText))]}
      limit={12}
      value={change.value}
      onChange={set}
      openOnFocus={false}
      placeholder={percent ? "-5" : undefined}
      autoComplete="off"
    />
  );
}
