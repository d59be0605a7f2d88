/** What is wrong with a field, and what is allowed, in the person's words. */
import { useTranslation } from "react-i18next";
import { isRange, useAllowedText } from "./useAllowedText";

const CODES = [
  "required",
  "too_long",
  "invalid_price",
  "ambiguous_price",
  "ambiguous",
  "not_a_number",
  "out_of_range",
  "invalid_status",
  "invalid_currency",
  "invalid_attributes",
  "not_text",
  "attribute_unnamed",
  "attribute_twice",
  "broken_json",
  "in_another_group",
  "unknown_field",
  "not_possible",
  "invalid_number",
  "invalid_date",
] as const;
type Code = (typeof CODES)[number];
/** Of what is missing, or read in two ways, the range says nothing. */
const RANGELESS = new Set(["required", "ambiguous", "ambiguous_price"]);

/** `message` is the server's own, for codes that this page does not know. */
export function useProblemText(): (problem: { code: string; allowed?: string; message?: string }) => string {
  const { t } = useTranslation();
  const spell = useAllowedText();
  return ({ code, allowed = "", message }) => {
    const said = isCode(code) ? t(`fieldProblem.${code}`) : (message ?? t("fieldProblem.other"));
    const silent = allowed === "" || (RANGELESS.has(code) && isRange(allowed));
    return silent ? said : `${said} ${t("fieldProblem.allowed", { allowed: spell(allowed) })}`;
  };
}

function isCode(code: string): code is Code {
  return (CODES as readonly string[]).includes(code);
}
