/** What a field allows, as the program writes it (`1..500`, `a | b`), in the person's words. */
import { useTranslation } from "react-i18next";
import { useFormats } from "../../i18n/language";

const RANGE = /^(-?[\d.]+)\.\.(-?[\d.]+)?( bytes)?$/;
const UNTIL = /^≤ (\d{4}-\d{2}-\d{2})$/;
/** Prices have so many decimals. */
const DECIMALS = 4;

export function isRange(allowed: string): boolean {
  return RANGE.test(allowed);
}

/** What has no such form, as a date's pattern, stays as it is. */
export function useAllowedText(): (allowed: string) => string {
  const { t } = useTranslation();
  const { decimal, bytes, day } = useFormats();
  return (allowed) => {
    const until = UNTIL.exec(allowed);
    if (until?.[1] !== undefined) return t("fieldProblem.upTo", { most: day(until[1]) });
    const range = RANGE.exec(allowed);
    if (!range) return allowed.split(" | ").join(", ");
    const [, least = "", most, isBytes] = range;
    if (most === undefined) return t("fieldProblem.atLeast", { least: decimal(Number(least), DECIMALS) });
    if (isBytes) return t("fieldProblem.upTo", { most: bytes(Number(most)) });
    return t("fieldProblem.range", {
      least: decimal(Number(least), DECIMALS),
      most: decimal(Number(most), DECIMALS),
    });
  };
}
