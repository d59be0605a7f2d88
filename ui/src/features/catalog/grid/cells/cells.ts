/** Values and texts of grid cells: for display, for editing, for copying. */
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
    // Every object inherits names such as `constructor`.
    return Object.hasOwn(row.item.attributes, key) ? row.item.attributes[key] : undefined;
  }
  return row.item[column as keyof Item];
}

export function isStatus(text: string): text is Item["status"] {
  return STATUSES.includes(text);
}

/** Whether the value is a structure: a cell cannot hold it as text, so the form edits it. */
export function isStructure(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return !Array.isArray(value) || value.some((one) => typeof one !== "string");
}

/** Text of a value for editing: lists with `;`, numbers with the language's decimal separator. */
export function editText(value: unknown, column: string, language: Lang): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number")
    return column === "price" ? spellPrice(value, language) : spellNumber(value, language);
  if (typeof value === "boolean") return yesNo(value, language);
  if (typeof value === "string") return value;
  return isStructure(value) ? JSON.stringify(value) : quoteList(value as string[]);
}

/** Text of a value for display: without the escapes that make a list safe to edit. */
export function readText(value: unknown, column: string, language: Lang): string {
  return Array.isArray(value) && !isStructure(value)
    ? formatList(value as string[])
    : editText(value, column, language);
}

/** Display text of a typed cell that replaces `before`. */
export function readTyped(column: string, text: string, before: unknown): string {
  const typed = typedValue(column, text, before);
  return Array.isArray(typed) ? formatList(typed as string[]) : text;
}

/** Validates an edit before it is sent; the server validates again. */
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
 * The value that is sent for a text: the server parses it by the field's type, except numbers of attributes, which are
 * parsed here because only the page knows the language of their separators.
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

/** The value that a text will have in the record, as far as the page can predict it before the record is read again. */
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

/** Text for the clipboard of an edit that replaces `before`: other programs take lists in the format of the import. */
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
