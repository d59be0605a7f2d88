/** From and to, taken over when the field is left or Enter is pressed. */
import { NumberInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormats, useLanguage } from "../../../i18n/language";
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
  const [draft, setDraft] = useState<number | string>(value ?? "");
  const commit = () => {
    const next = typeof draft === "number" && Number.isFinite(draft) ? draft : null;
    if (next !== value) onCommit(next);
  };
  return (
    <NumberInput
      size="xs"
      label={label}
      value={draft}
      onChange={setDraft}
      onBlur={commit}
      onKeyDown={(event) => event.key === "Enter" && commit()}
      min={0}
      decimalScale={2}
      hideControls
      allowNegative={false}
      decimalSeparator={language === "en" ? "." : ","}
      thousandSeparator={language === "en" ? "," : "."}
      placeholder={hint === null ? undefined : formats.decimal(hint, 2)}
    />
  );
}
