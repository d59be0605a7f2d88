/** What stands in a cell: its value, its text for people, and its text for editing and copying. */
import type { Data } from "../../../../api/command";
import type { Item } from "../../../../api/types";
import { readNumber, readPrice, spellNumber, spellPrice } from "../../../../lib/amount";
import type { Lang } from "../../../../lib/language";
import { newProblem, tagProblems, textProblems, type Problem } from "../../../../shared/forms/rules";
import { formatList, quoteList, spellList, splitList } from "../../../../shared/catalog/tags";
import { isInexact } from "../../../../shared/changes/attributes";
import { kindOf } from "../../../../shared/filters/columns";

export type GridRow = Data<"grid">["rows"][number];

const STATUSES: readonly string[] = ["ativo", "inativo", "rascunho"] satisfies Item["status"][];

export function valueOf(row: GridRow, column: string): unknown {
  if (column === "completeness") return row.completeness;
  if (column.startsWith("attributes.")) {
    const key = column.slice("attributes.".length);
    // A name such as `constructor` is known to every object.
    return Object.hasOwn(row.item.attributes, key) ? row.item.attributes[key] : undefined;
  }
  return row.item[column as keyof Item];
}

export function isStatus(text: string): text is Item["status"] {
  return STATUSES.includes(text);
}

/** A structure has no text that one could write in a cell; it is edited in the form. */
export function isStructure(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return !Array.isArray(value) || value.some((one) => typeof one !== "string");
}

/** As it is typed: lists with `;`, numbers with the language's sign for decimals. */
export function editText(value: unknown, column: string, language: Lang): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number")
    return column === "price" ? spellPrice(value, language) : spellNumber(value, language);
  if (typeof value === "boolean") return yesNo(value, language);
  if (typeof value === "string") return value;
  return isStructure(value) ? JSON.stringify(value) : quoteList(value as string[]);
}

/** A value as people read it, where it is said in words: what only makes a list safe to type is left out. */
export function readText(value: unknown, column: string, language: Lang): string {
  return Array.isArray(value) && !isStructure(value)
    ? formatList(value as string[])
    : editText(value, column, language);
}

/** What was typed into a cell over `before`, likewise. */
export function readTyped(column: string, text: string, before: unknown): string {
  const typed = typedValue(column, text, before);
  return Array.isArray(typed) ? formatList(typed as string[]) : text;
}

/** What cannot be right, seen before it is sent; the server checks again. */
export function cellProblem(column: string, text: string, before: unknown): Problem | null {
  if (column === "price" && text.trim() !== "") {
    const read = readPrice(text);
    if ("problem" in read)
      return newProblem(column, read.problem, text, read.readings ?? "0..999999999999.9999");
  }
  if (column === "status" && !STATUSES.includes(text.trim().toLowerCase()))
    return newProblem(column, "invalid_status", text, STATUSES.join(" | "));
  if (column === "tags") return tagProblems(splitList(text))[0] ?? null;
  if (kindOf(column) === "text" && column !== "currency")
    return textProblems(column as Parameters<typeof textProblems>[0], text)[0] ?? null;
  if (typeof before === "number" && column !== "price" && text.trim() !== "") {
    const read = readNumber(text);
    if ("problem" in read) return newProblem(column, read.problem, text, read.readings ?? "1250 · 1,25");
    if (isInexact(read.value)) return newProblem(column, "too_many_digits", text, "");
  }
  return null;
}

/**
 * What is sent for a text: the server reads it as the field needs it; numbers of attributes are read
 * here, for only this page knows by which language's signs they were typed.
 */
export function cellValue(column: string, text: string, before: unknown): string | number | null {
  if (text.trim() === "") return null;
  if (isList(column, before)) return spellTyped(text) || null;
  if (typeof before === "number") {
    const read = readNumber(text);
    if ("value" in read) return read.value;
  }
  return text;
}

/** What a text becomes in the record, as far as this page can tell before it is read back. */
export function typedValue(column: string, text: string, before: unknown): unknown {
  if (isList(column, before)) return splitList(text);
  if (text.trim() === "") return column === "name" ? "" : null;
  if (column === "price") {
    const read = readPrice(text);
    return "value" in read ? read.value : before;
  }
  if (column === "status") return text.trim().toLowerCase();
  return cellValue(column, text, before);
}

/** What was typed into a cell over `before`, for other programs: they know lists as the import reads them. */
export function copiedText(column: string, text: string, before: unknown): string {
  return isList(column, before) ? spellTyped(text) : text;
}

function isList(column: string, before: unknown): boolean {
  return column === "tags" || (Array.isArray(before) && !isStructure(before));
}

function spellTyped(text: string): string {
  return spellList(splitList(text));
}

function yesNo(value: boolean, language: Lang): string {
  if (language === "en") return value ? "yes" : "no";
  return value ? "sim" : "não";
}
