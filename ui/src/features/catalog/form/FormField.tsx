/** A field of the form: its name, whether it was changed, its history, and what is wrong with it. */
import { Tooltip } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import { useFieldLabel } from "../shared/useFieldLabel";
import { useProblemText } from "../shared/useProblemText";
import { FieldHistory } from "./FieldHistory";
import { fieldText, type FieldName } from "./draft";
import classes from "./FormField.module.css";
import type { ItemForm } from "./useItemForm";

export type InputProps = { id: string; error: ReactNode; "aria-required"?: boolean };

type Props = {
  form: ItemForm;
  field: FieldName;
  /** Stands on the right of the name. */
  extra?: ReactNode;
  required?: boolean;
  children: (props: InputProps) => ReactNode;
};

export function FormField({ form, field, extra, required = false, children }: Props) {
  const label = useFieldLabel();
  const error = useFieldError(form, field);
  const id = fieldId(field);
  return (
    <div className={classes.field}>
      <div className={classes.head}>
        <label htmlFor={id} id={`${id}-label`}>
          <DataText text={label(field)} />
          {required && (
            <span className={classes.required} aria-hidden>
              *
            </span>
          )}
        </label>
        <ChangedMark form={form} field={field} />
        <span className={classes.extra}>
          {extra}
          {form.base && <FieldHistory form={form} itemId={form.base.id} field={field} />}
        </span>
      </div>
      {children({ id, error, ...(required && { "aria-required": true }) })}
    </div>
  );
}

/** A dot beside what differs from what is stored; pointing at it shows what is stored. */
export function ChangedMark({ form, field }: { form: ItemForm; field: FieldName }) {
  const { t } = useTranslation();
  if (!form.base || !form.changed.includes(field)) return null;
  const before = fieldText(form.baseDraft, field);
  return (
    <Tooltip
      label={t("itemForm.before", { value: before === "" ? t("itemForm.nothing") : before.slice(0, 200) })}
      multiline
      maw={360}
    >
      <span className={classes.changed} role="img" aria-label={t("itemForm.changed")} />
    </Tooltip>
  );
}

export function useFieldError(form: ItemForm, field: FieldName): ReactNode {
  const describe = useProblemText();
  const found = form.problems.find((one) => one.field === field);
  return found ? <DataText text={describe(found)} /> : undefined;
}

export function fieldId(field: FieldName): string {
  return `item-field-${field}`;
}
