/** A quantity that is stored at once, by Enter or its button. To count the same again is a count, too. */
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../../components/DataText";
import { useLanguage } from "../../../../i18n/language";
import { spellNumber } from "../../../../lib/amount";
import { useProblemText } from "../../../../shared/forms/useProblemText";
import { QUANTITIES, readQuantity } from "./quantity";
import classes from "../relations.module.css";

type Props = {
  /** What the field is called, in full. */
  label: string;
  stored: number;
  unit: string;
  saving: boolean;
  /** Why it was not stored; blank where it was. */
  refusal: string;
  /** Resolves to whether it is stored. */
  onSave: (quantity: number) => Promise<boolean>;
};

export function QuantityField({ label, stored, unit, saving, refusal, onSave }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const describe = useProblemText();
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? spellNumber(stored, language);
  const read = readQuantity(text);
  const problem = "problem" in read ? read : null;
  const save = () => {
    if (typed === null || !("value" in read) || saving) return;
    void onSave(read.value).then((isStored) => {
      // What was typed since stays.
      if (isStored) setTyped((now) => (now === typed ? null : now));
    });
  };
  return (
    <form
      className={classes.field}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TextInput
        size="xs"
        className={classes.input}
        aria-label={label}
        value={text}
        inputMode="decimal"
        autoComplete="off"
        rightSection={
          unit === "" ? null : (
            <span className={classes.unit}>
              <DataText text={unit} />
            </span>
          )
        }
        {...(unit === "" ? {} : { rightSectionWidth: 44 })}
        error={
          typed !== null && problem ? (
            <DataText text={describe({ code: problem.problem, allowed: problem.readings ?? QUANTITIES })} />
          ) : refusal === "" ? undefined : (
            <span role="alert">
              <DataText text={refusal} />
            </span>
          )
        }
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || typed === null) return;
          // The first Escape lets go of what is typed here; the next one is the form's.
          event.stopPropagation();
          setTyped(null);
        }}
      />
      {typed !== null && (
        <Button type="submit" size="xs" variant="light" loading={saving} disabled={problem !== null}>
          {t("action.save")}
        </Button>
      )}
    </form>
  );
}
