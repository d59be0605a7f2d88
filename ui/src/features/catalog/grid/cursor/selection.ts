/** Selection in the grid: cursor, block of cells, rows. Positions count from 0. */

/** Row -1 is the header; column -1 holds the checkboxes of rows. */
export type Cell = { row: number; column: number };
export type Range = { top: number; bottom: number; left: number; right: number };

export type Size = { rows: number; columns: number };

export function clampCell(cell: Cell, size: Size): Cell {
  return {
    row: Math.max(-1, Math.min(size.rows - 1, cell.row)),
    column: Math.max(-1, Math.min(size.columns - 1, cell.column)),
  };
}

/** Range of cells between two corners, without header and checkboxes. */
export function rangeOf(a: Cell, b: Cell): Range {
  return {
    top: Math.max(0, Math.min(a.row, b.row)),
    bottom: Math.max(0, a.row, b.row),
    left: Math.max(0, Math.min(a.column, b.column)),
    right: Math.max(0, a.column, b.column),
  };
}

export function sizeOf(range: Range): Size {
  return { rows: range.bottom - range.top + 1, columns: range.right - range.left + 1 };
}

/** Selected rows: a list of ids, or all matches with exceptions. */
export type RowSelection =
  { kind: "some"; ids: ReadonlySet<string> } | { kind: "all"; except: ReadonlySet<string> };

export const NO_ROWS: RowSelection = { kind: "some", ids: new Set() };
export const ALL_ROWS: RowSelection = { kind: "all", except: new Set() };

export function isSelected(selection: RowSelection, id: string): boolean {
  return selection.kind === "some" ? selection.ids.has(id) : !selection.except.has(id);
}

export function toggleRow(selection: RowSelection, id: string): RowSelection {
  return selection.kind === "some"
    ? { kind: "some", ids: flipId(selection.ids, id) }
    : { kind: "all", except: flipId(selection.except, id) };
}

/** Adds rows to the selection that are not selected yet. */
export function addRows(selection: RowSelection, ids: readonly string[]): RowSelection {
  if (selection.kind === "some") return { kind: "some", ids: new Set([...selection.ids, ...ids]) };
  return { kind: "all", except: new Set([...selection.except].filter((id) => !ids.includes(id))) };
}

export function countSelected(selection: RowSelection, total: number): number {
  return selection.kind === "some" ? selection.ids.size : Math.max(0, total - selection.except.size);
}

function flipId(ids: ReadonlySet<string>, id: string): Set<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}
