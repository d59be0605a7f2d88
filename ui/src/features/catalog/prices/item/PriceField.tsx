/** A price that is stored at once, by Enter or its button; blank takes it away. */
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../../components/DataText";
import { useLanguage } from "../../../../i18n/language";
import { readPrice, spellPrice } from "../../../../lib/amount";
import { useProblemText } from "../../../../shared/forms/useProblemText";
import classes from "./item.module.css";

type Props = {
  /** What the field is called, in full. */
  label: string;
  placeholder: string;
  stored: number | null;
  saving: boolean;
  /** Why it was not stored; blank where it was. */
  refusal: string;
  /** Resolves to whether it is stored. */
  onSave: (price: number | null) => Promise<boolean>;
};

export function PriceField({ label, placeholder, stored, saving, refusal, onSave }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const describe = useProblemText();
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? (stored === null ? "" : spellPrice(stored, language));
  const read = text.trim() === "" ? { value: null } : readPrice(text);
  const problem = "problem" in read ? read : null;
  const isChanged = typed !== null && !("value" in read && read.value === stored);
  const save = () => {
    if (!("value" in read) || !isChanged || saving) return;
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
        placeholder={placeholder}
        value={text}
        inputMode="decimal"
        autoComplete="off"
        error={
          problem ? (
            <DataText text={describe({ code: problem.problem, allowed: problem.readings ?? PRICES })} />
          ) : refusal === "" ? undefined : (
            <span role="alert">
              <DataText text={refusal} />
            </span>
          )
        }
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || !isChanged) return;
          // The first Escape lets go of what is typed here; the next one is the form's.
          event.stopPropagation();
          setTyped(null);
        }}
      />
      {isChanged && (
        <Button type="submit" size="xs" variant="light" loading={saving} disabled={problem !== null}>
          {t("action.save")}
        </Button>
      )}
    </form>
  );
}

/** What a price may be, as the program writes it. */
const PRICES = "0..999999999999.9999";
