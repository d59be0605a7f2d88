/** Another amount for a write that waits: nothing runs, a new card takes the place of this one. */
import { Button, NumberInput } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { useCommandMutation } from "../../../api/hooks";
import { useErrorText } from "../../../components/useErrorText";
import { useLanguage } from "../../../i18n/language";
import type { Action } from "../types";
import classes from "./ActionCard.module.css";
import type { CardPart } from "./card/writes";
import { amountOf } from "./tools";

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
  const portuguese = useLanguage() === "pt-BR";
  const errorText = useErrorText();
  const correct = useCommandMutation("correctAction");
  const amount = amountOf(part.given);
  const [value, setValue] = useState<number | string>(amount?.value ?? "");
  if (amount === null) return null;
  const ready = typeof value === "number" && value !== amount.value;
  const send = (event: FormEvent) => {
    event.preventDefault();
    const place = several ? { write: part.at } : {};
    if (ready)
      correct.mutate(
        { id: action.id, ...place, arguments: { [amount.name]: value } },
        { onSuccess: onClose },
      );
  };
  return (
    <form className={classes.correct} onSubmit={send}>
      <NumberInput
        size="xs"
        autoFocus
        label={
          several
            ? `${part.at + 1}. ${t(`actions.argument.${amount.name}`)}`
            : t(`actions.argument.${amount.name}`)
        }
        value={value}
        onChange={setValue}
        decimalScale={4}
        decimalSeparator={portuguese ? "," : "."}
        suffix={amount.name === "percent" ? " %" : ""}
        error={correct.error ? errorText(correct.error) : undefined}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          onClose();
        }}
      />
      <Button size="compact-sm" type="submit" loading={correct.isPending} disabled={!ready}>
        {t("actions.newCard")}
      </Button>
      <Button size="compact-sm" variant="default" onClick={onClose}>
        {t("action.cancel")}
      </Button>
    </form>
  );
}
