/**
 * What a field may hold: the rules of crates/domain/src/catalog/check.rs, so that a mistake is shown
 * while it is being made. The server checks again and has the last word.
 */
import { recordFields, textLimits } from "../../bindings";
import { cleanText, fold } from "../../lib/text/text";

/** A field that cannot be stored as it is. `code` is one of the server's, or our own for typed values. */
export type Problem = {
  /** `price`, or `attributes.formulacao`. */
  field: string;
  code: string;
  value: string;
  /** In a form that needs no translation. */
  allowed: string;
};

type TextField = "externalId" | "name" | "description" | "notes" | "category" | "manufacturer";

/** Tidies a text as it will be stored: invisible characters gone, white space one blank, ends trimmed. */
export function tidyText(text: string, multiline = false): string {
  const visible = cleanText(text.replace(/\r\n?/g, "\n"));
  if (!multiline) return visible.replace(/\s+/gu, " ").trim();
  return visible
    .replace(/[^\S\n]+/gu, " ")
    .replace(/\n /g, "\n")
    .trim();
}

export function textProblems(field: TextField, text: string): Problem[] {
  const tidy = tidyText(text, field === "description" || field === "notes");
  const length = [...tidy].length;
  const most = limitOf(field);
  if (length > most) return [newProblem(field, "too_long", tidy, `1..${most}`)];
  if (field === "name" && length === 0) return [newProblem(field, "required", "", `1..${most}`)];
  return [];
}

export function currencyProblems(text: string): Problem[] {
  const code = text.trim();
  return code === "" || /^[a-z]{3}$/i.test(code)
    ? []
    : [newProblem("currency", "invalid_currency", code, "BRL, USD, EUR, …")];
}

export function tagProblems(tags: readonly string[]): Problem[] {
  const long = tags.find((tag) => [...tidyText(tag)].length > textLimits.tag);
  if (long !== undefined) return [newProblem("tags", "too_long", long, `1..${textLimits.tag}`)];
  const most = limitOf("tags");
  return tags.length > most ? [newProblem("tags", "too_long", String(tags.length), `0..${most}`)] : [];
}

/** Tidies tags: without blank ones, and without those that differ only in case or accents. */
export function tidyTags(tags: readonly string[]): string[] {
  const seen = new Set<string>();
  return tags
    .map((tag) => tidyText(tag))
    .filter((tag) => {
      const key = fold(tag);
      if (tag === "" || seen.has(key)) return false;
      seen.add(key);
      return true;
    });
}

/** The most that a field holds: characters of a text, number of tags. */
function limitOf(field: TextField | "tags"): number {
  return recordFields.find(({ name }) => name === field)?.limit ?? Infinity;
}

export function newProblem(field: string, code: string, value: string, allowed: string): Problem {
  return { field, code, value: [...value].slice(0, 120).join(""), allowed };
}
