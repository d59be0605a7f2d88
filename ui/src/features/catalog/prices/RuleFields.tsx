/** The fields of a rule for prices: by what it multiplies, and with which cents its prices end. */
import { NumberInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../../i18n/language";
import classes from "./prices.module.css";

export type RuleDraft = { factor: number | string; cents: number | string };
export const NO_RULE: RuleDraft = { factor: "", cents: "" };

type Props = {
  draft: RuleDraft;
  /** What is multiplied. */
  of: "counter" | "cost";
  required?: boolean;
  errors?: Partial<Record<keyof RuleDraft, string | undefined>>;
  onChange: (part: Partial<RuleDraft>) => void;
};

export function RuleFields({ draft, of, required = false, errors = {}, onChange }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <div className={classes.pair}>
      <NumberInput
        label={t(`prices.rule.factor.${of}`)}
        description={t(`prices.rule.factorNote.${of}`)}
        inputWrapperOrder={["label", "input", "description", "error"]}
        value={draft.factor}
        required={required}
        min={0.01}
        max={100}
        decimalScale={4}
        decimalSeparator={language === "en" ? "." : ","}
        error={errors.factor}
        onChange={(factor) => onChange({ factor })}
      />
      <CentsField value={draft.cents} error={errors.cents} onChange={(cents) => onChange({ cents })} />
    </div>
  );
}

type CentsProps = {
  value: number | string;
  error?: string | undefined;
  onChange: (cents: number | string) => void;
};

export function CentsField({ value, error, onChange }: CentsProps) {
  const { t } = useTranslation();
  return (
    <NumberInput
      label={t("prices.rule.cents")}
      description={t("prices.rule.centsNote")}
      inputWrapperOrder={["label", "input", "description", "error"]}
      value={value}
      min={0}
      max={99}
      allowDecimal={false}
      error={error}
      onChange={onChange}
    />
  );
}
