/** A stored value as a line of text: numbers and states as people write them. */
import { useTranslation } from "react-i18next";
import { useFormats, useLanguage } from "../../i18n/language";
import { spellNumber, spellPrice } from "../../lib/amount";

const STATUSES = ["ativo", "inativo", "rascunho"] as const;
type Status = (typeof STATUSES)[number];

/** Empty where there is nothing. */
export function useValueText(): (field: string, value: unknown) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  const { dateTime } = useFormats();
  return (field, value) => {
    if (value === null || value === undefined) return "";
    if (typeof value === "boolean") return t(value ? "value.yes" : "value.no");
    if (field === "price" && !Number.isNaN(Number(value))) return spellPrice(Number(value), language);
    if (typeof value === "number") return spellNumber(value, language);
    if (field === "approvedAt" && typeof value === "string") return dateTime(value);
    if (field === "status" && isStatus(value)) return t(`record.status.${value}`);
    if (typeof value === "string") return value;
    if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value.join("; ");
    return JSON.stringify(value);
  };
}

function isStatus(value: unknown): value is Status {
  return (STATUSES as readonly unknown[]).includes(value);
}
