/** A field of the form: its name, whether it was changed, its history, and what is wrong with it. */
import { Tooltip } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../../components/DataText";
import { useFieldLabel } from "../../../../shared/changes/useFieldLabel";
import { useProblemText } from "../../../../shared/forms/useProblemText";
import { FieldHistory } from "../history/FieldHistory";
import type { FieldName } from "../../../../shared/changes/draft";
import { withPastValue } from "../../../../shared/changes/history";
import classes from "./FormField.module.css";
import type { ItemForm } from "../useItemForm";
import { useFieldText } from "./useFieldText";

export type InputProps = { id: string; error: ReactNode; "aria-required"?: boolean };

type Props = {
  form: ItemForm;
  field: FieldName;
  /** Stands on the right of the name. */
  extra?: ReactNode;
  required?: boolean;
  children: (props: InputProps) => ReactNode;
};

export function FormField({ form, field, ...rest }: Props) {
  const { base } = form;
  const textOf = useFieldText();
  const restore = (value: unknown) => {
    if (base) form.change(withPastValue(form.draft, base, field, value, form.language));
  };
  return (
    <FieldFrame
      field={field}
      error={useFieldError(form, field)}
      before={base && form.changed.includes(field) ? textOf(form.baseDraft, field) : null}
      itemId={base?.id ?? null}
      onRestore={restore}
      {...rest}
    />
  );
}

type FrameProps = Omit<Props, "form"> & {
  error: ReactNode;
  /** What is stored, where it differs; else null. */
  before: string | null;
  /** The item whose history there is; null where it is not stored. */
  itemId: string | null;
  onRestore: (value: unknown) => void;
};

/**
 * Draws the frame of a form's field, told what it shows: drawn anew only where that changes, if who uses it
 * sees to it.
 */
export function FieldFrame(props: FrameProps) {
  const { field, error, before, itemId, onRestore, extra, required = false, children } = props;
  const label = useFieldLabel();
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
        {before !== null && <ChangedMark before={before} />}
        <span className={classes.extra}>
          {extra}
          {itemId !== null && <FieldHistory itemId={itemId} field={field} onRestore={onRestore} />}
        </span>
      </div>
      {children({ id, error, ...(required && { "aria-required": true }) })}
    </div>
  );
}

/** A dot beside what differs from what is stored; pointing at it shows what is stored. */
function ChangedMark({ before }: { before: string }) {
  const { t } = useTranslation();
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
