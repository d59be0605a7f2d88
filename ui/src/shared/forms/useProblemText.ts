/**
 * Texts of field problems, with the allowed values, in the person's language: one hook for forms, grids, and rows of
 * files.
 */
import { useTranslation } from "react-i18next";
import type { FieldErrorCode } from "../../bindings";
import { useLanguage } from "../../i18n/language";
import { spellNumber } from "../../lib/amount";
import type { GtinProblem } from "../../lib/packages/gtin";
import { isRange, useAllowedText } from "./useAllowedText";

/** Codes that the page's own checks produce, before anything is sent. */
type OwnCode =
  "ambiguous" | "not_a_number" | "too_many_digits" | "attribute_twice" | "package_twice" | GtinProblem;
type Code = FieldErrorCode | OwnCode;

/** Exhaustive over the server's codes: a new code does not compile before it has its text. */
const KNOWN: Record<Code, true> = {
  required: true,
  needed_for_new: true,
  too_long: true,
  too_short: true,
  control_character: true,
  invalid_price: true,
  ambiguous_price: true,
  ambiguous: true,
  not_a_number: true,
  out_of_range: true,
  too_many_digits: true,
  invalid_status: true,
  invalid_currency: true,
  invalid_attributes: true,
  invalid_text: true,
  not_text: true,
  failed_formula: true,
  uncomputed_formula: true,
  duplicate_in_file: true,
  ragged_row: true,
  open_quote: true,
  other_table: true,
  invalid_row: true,
  broken_json: true,
  half_character: true,
  in_another_group: true,
  invalid_key: true,
  invalid_grade: true,
  contradiction: true,
  attribute_unnamed: true,
  attribute_twice: true,
  package_twice: true,
  gtin_characters: true,
  gtin_length: true,
  wrong_gtin: true,
  unknown_field: true,
  not_possible: true,
  invalid_number: true,
  invalid_date: true,
  invalid_value: true,
  taken: true,
  date_in_future: true,
  ignored_by_search: true,
  invalid_id: true,
  unknown_record: true,
};

/** Codes whose `allowed` names the conflicting or existing value; their texts have a placeholder for it. */
const NAMING = new Set<Code>([
  "in_another_group",
  "duplicate_in_file",
  "needed_for_new",
  "other_table",
  "gtin_length",
]);

/** Codes of a text with two readings as a number: `allowed` names both. */
const AMBIGUOUS = new Set<Code>(["ambiguous", "ambiguous_price"]);

/** Codes for which the allowed range explains nothing. */
const RANGELESS = new Set<Code>(["required", "ambiguous", "ambiguous_price"]);

type FieldProblem = { code: string; allowed?: string; message?: string };

/** `message` is the server's own, for codes that this page does not know. */
export function useProblemText(): (problem: FieldProblem) => string {
  const { t } = useTranslation();
  const spell = useAllowedText();
  const language = useLanguage();
  return ({ code, allowed = "", message }) => {
    if (!isCode(code)) return withAllowed(message ?? t("fieldProblem.other"), allowed);
    // The position of a JSON error is a character number.
    if (code === "broken_json" && /^\d+$/.test(allowed))
      return `${t("fieldProblem.broken_json")} ${t("fieldProblem.atCharacter", { at: allowed })}`;
    const readings = AMBIGUOUS.has(code) ? allowed.split(" | ") : [];
    if (readings.length === 2) {
      const [thousands, decimals] = readings.map((reading) => spellNumber(Number(reading), language));
      return t("fieldProblem.eitherReading", { thousands, decimals });
    }
    if (NAMING.has(code)) return t(`fieldProblem.${code}`, { allowed: allowed.replace(/^= /, "") });
    const silent = RANGELESS.has(code) && isRange(allowed);
    return withAllowed(t(`fieldProblem.${code}`), silent ? "" : allowed);
  };

  function withAllowed(said: string, allowed: string): string {
    return allowed === "" ? said : `${said} ${t("fieldProblem.allowed", { allowed: spell(allowed) })}`;
  }
}

function isCode(code: string): code is Code {
  return Object.hasOwn(KNOWN, code);
}
