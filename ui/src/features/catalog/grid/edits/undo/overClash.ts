/**
 * A cell in which two values clash is written over like any other. Its person has both in sight: what is typed
 * now stands over what is stored now, and a third value that is stored meanwhile clashes anew.
 */
import { keyOf, type HeldCell } from "../../../unsaved/queue/work/work";
import type { GridRow } from "../../cells/cells";
import type { Edit } from "../typedCell";

const ATTRIBUTES = "attributes.";

/** The edits as they stand over what the clashes among `held` show as stored. */
export function overClashes(edits: readonly Edit[], held: readonly HeldCell[]): readonly Edit[] {
  const clashes = new Map(
    held.flatMap((cell) => (cell.state === "conflict" ? [[keyOf(cell.id, cell.column), cell] as const] : [])),
  );
  if (clashes.size === 0) return edits;
  return edits.map((edit) => {
    const clash = clashes.get(keyOf(edit.row.item.id, edit.column));
    return clash ? { ...edit, row: withStored(edit.row, edit.column, clash.now, clash.version) } : edit;
  });
}

function withStored(row: GridRow, column: string, value: unknown, version: number): GridRow {
  const item = { ...row.item, version };
  if (!column.startsWith(ATTRIBUTES)) return { ...row, item: { ...item, [column]: value } };
  const attributes = { ...item.attributes, [column.slice(ATTRIBUTES.length)]: value };
  return { ...row, item: { ...item, attributes } };
}
