/** From and to, taken over when the field is left or Enter is pressed. */
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormats, useLanguage } from "../../../i18n/language";
import { readNumber } from "../../../lib/amount";
import classes from "./FilterPanel.module.css";

type Props = {
  min: number | null;
  max: number | null;
  /** The range the catalog has, shown as a hint in empty fields. */
  lowest: number | null;
  highest: number | null;
  onChange: (range: { minPrice: number | null; maxPrice: number | null }) => void;
};

export function PriceRange({ min, max, lowest, highest, onChange }: Props) {
  const { t } = useTranslation();
  // Without a price in the catalog there is nothing to choose; a bound that is set can be taken away.
  if (lowest === null && highest === null && min === null && max === null) return null;
  return (
    <section className={classes.group}>
      <h3 className={classes.heading}>{t("filters.price")}</h3>
      <div className={classes.prices}>
        <PriceField
          key={`min${min}`}
          label={t("filters.minPrice")}
          value={min}
          hint={lowest}
          onCommit={(minPrice) => onChange({ minPrice, maxPrice: max })}
        />
        <PriceField
          key={`max${max}`}
          label={t("filters.maxPrice")}
          value={max}
          hint={highest}
          onCommit={(maxPrice) => onChange({ minPrice: min, maxPrice })}
        />
      </div>
    </section>
  );
}

type FieldProps = {
  label: string;
  value: number | null;
  hint: number | null;
  onCommit: (value: number | null) => void;
};

function PriceField({ label, value, hint, onCommit }: FieldProps) {
  const formats = useFormats();
  const language = useLanguage();
  const stored = value === null ? "" : formats.decimal(value, 2);
  const [typed, setTyped] = useState(stored);
  const commit = () => {
    if (typed === stored) return;
    const next = readBound(typed, language);
    if (next === undefined || next === value) return setTyped(stored);
    onCommit(next);
  };
  return (
    <TextInput
      size="xs"
      label={label}
      inputMode="decimal"
      autoComplete="off"
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value.replace(/[^\d.,]/g, ""))}
      onBlur={commit}
      onKeyDown={(event) => event.key === "Enter" && commit()}
      placeholder={hint === null ? undefined : formats.decimal(hint, 2)}
    />
  );
}

/** A price to the cent; null where none is wanted, undefined of what is no number. */
function readBound(text: string, language: string): number | null | undefined {
  if (text === "") return null;
  const read = readNumber(text);
  const number = "problem" in read ? chooseReading(text, read.readings, language) : read.value;
  return number === undefined ? undefined : Math.round(number * 100) / 100;
}

/** Chooses what an ambiguous price filter such as `1.250` means in this language. */
function chooseReading(text: string, readings: string | undefined, language: string): number | undefined {
  if (readings === undefined) return undefined;
  const [thousands, decimals] = readings.split(" | ").map(Number);
  return text.includes(language === "en" ? "," : ".") ? thousands : decimals;
}
