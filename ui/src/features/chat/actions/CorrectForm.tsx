/** Other values for a write that waits: nothing runs, a new card takes the place of this one. */
import { Button, NumberInput, Textarea, TextInput } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { useCommandMutation } from "../../../api/hooks";
import { useErrorText } from "../../../components/useErrorText";
import { useLanguage } from "../../../i18n/language";
import type { Action } from "../types";
import classes from "./ActionCard.module.css";
import { fieldsOf, patchOf, type CorrectField } from "./card/fields";
import type { CardPart } from "./card/writes";
import { argumentOf } from "./tools";

type Props = {
  action: Action;
  /** The write that is corrected. */
  part: CardPart;
  /** Whether it is one of several, so that its place has to be named. */
  several: boolean;
  onClose: () => void;
};

export function CorrectForm({ action, part, several, onClose }: Props) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const correct = useCommandMutation("correctAction");
  const [values, setValues] = useState<Record<string, string | number>>({});
  const fields = fieldsOf(part);
  const patch = patchOf(part, fields, values);
  const isWhole = fields.every(({ name, isAmount }) => !isAmount || typeof (values[name] ?? 0) === "number");
  const ready = isWhole && Object.keys(patch).length > 0;
  const first = fields.find(({ isAmount }) => isAmount) ?? fields[0];
  const send = (event: FormEvent) => {
    event.preventDefault();
    const place = several ? { write: part.at } : {};
    if (ready) correct.mutate({ id: action.id, ...place, arguments: patch }, { onSuccess: onClose });
  };
  return (
    <form
      className={classes.correct}
      onSubmit={send}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
    >
      {fields.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          place={several ? `${part.at + 1}. ` : ""}
          value={values[field.name] ?? field.value}
          isFirst={field === first}
          onChange={(value) => setValues({ ...values, [field.name]: value })}
        />
      ))}
      <Button size="compact-sm" type="submit" loading={correct.isPending} disabled={!ready}>
        {t("actions.newCard")}
      </Button>
      <Button size="compact-sm" variant="default" onClick={onClose}>
        {t("action.cancel")}
      </Button>
      {correct.error && (
        <p className={classes.problem} role="alert">
          {errorText(correct.error)}
        </p>
      )}
    </form>
  );
}

type FieldProps = {
  field: CorrectField;
  /** What stands before its name. */
  place: string;
  value: string | number;
  isFirst: boolean;
  onChange: (value: string | number) => void;
};

function FieldInput({ field: { name, isAmount, isLong }, place, value, isFirst, onChange }: FieldProps) {
  const { t } = useTranslation();
  const portuguese = useLanguage() === "pt-BR";
  const known = argumentOf(name);
  const shown = {
    size: "xs",
    label: place + (known === null ? name : t(`actions.argument.${known}`)),
    autoFocus: isFirst,
  } as const;
  if (isAmount)
    return (
      <NumberInput
        {...shown}
        value={value}
        onChange={onChange}
        decimalScale={4}
        decimalSeparator={portuguese ? "," : "."}
        suffix={name === "percent" ? " %" : ""}
      />
    );
  if (isLong)
    return (
      <Textarea
        {...shown}
        className={classes.wide}
        autosize
        maxRows={8}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  return <TextInput {...shown} value={value} onChange={(event) => onChange(event.currentTarget.value)} />;
}
