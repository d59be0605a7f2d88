/** What was typed over a row, as it goes to the queue. */
import type { Lang } from "../../../../lib/language";
import { isWritten } from "../../../../shared/filters/columns";
import type { TypedCell } from "../../unsaved/queue/work/work";
import { cellValue, copiedText, editText, isStructure, valueOf, type GridRow } from "../cells/cells";

export type Edit = { row: GridRow; column: string; text: string };

export function cellOf({ row, column, text }: Edit): TypedCell {
  const { id, name, version } = row.item;
  const seen = valueOf(row, column);
  return { id, name, column, text, value: cellValue(column, text, seen), seen: seen ?? null, version };
}

export function isStored({ row, column, text }: Edit, language: Lang): boolean {
  const value = valueOf(row, column);
  const stored = editText(value, column, language);
  // A list can be spelled in more than one way.
  return stored === text || copiedText(column, stored, value) === copiedText(column, text, value);
}

/** A column that is counted, or a value that has parts, is written by no block. */
export function canWriteIn(row: GridRow, column: string): boolean {
  return isWritten(column) && !isStructure(valueOf(row, column));
}
