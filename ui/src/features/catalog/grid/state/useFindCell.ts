/**
 * The way to a cell that is not stored. Where the conditions of the sheet hide its row, the sheet is narrowed
 * to its item, and the conditions that stood can be brought back.
 */
import { useEffect, useRef, useState } from "react";
import { useStable } from "../../../../lib/hooks/useStable";
import type { Layout } from "../../../../shared/filters/columns";
import type { GridState } from "../../../../shared/filters/gridState";
import type { TypedCell } from "../../unsaved/queue/work";
import type { GridCursor } from "../cursor/useGridCursor";
import type { GridRows } from "./useGridRows";

type FindCellInput = {
  rows: GridRows;
  layout: Layout;
  state: GridState;
  change: (part: Partial<GridState>) => void;
  cursor: GridCursor;
  onOpen: (id: string) => void;
};

export function useFindCell({ rows, layout, state, change, cursor, onOpen }: FindCellInput) {
  const [narrowing, setNarrowing] = useState<{ name: string; before: GridState } | null>(null);
  /** Until the narrowed sheet is there. */
  const sought = useRef<TypedCell | null>(null);
  /** The item whose form opens once the sheet is as it was: two changes of the address at once are one. */
  const opening = useRef<string | null>(null);
  const isNarrowed = narrowing !== null && state.text === narrowing.name && state.filters.length === 0;

  /** False where the sheet does not show the cell. */
  const goTo = ({ id, column }: TypedCell): boolean => {
    const row = rows.indexOf(id);
    const place = layout.findIndex((one) => one.column === column);
    if (row === null || place < 0) return false;
    cursor.go({ row, column: place });
    return true;
  };
  const find = (cell: TypedCell) => {
    if (goTo(cell)) return;
    const isInLayout = layout.some(({ column }) => column === cell.column);
    if (!isInLayout || cell.name.trim() === "" || isNarrowed) return onOpen(cell.id);
    sought.current = cell;
    setNarrowing({ name: cell.name, before: state });
    change({ text: cell.name, filters: [] });
  };
  const widen = () => {
    if (narrowing) change({ text: narrowing.before.text, filters: narrowing.before.filters });
    setNarrowing(null);
  };
  const arrive = useStable(() => {
    if (opening.current !== null && !isNarrowed) {
      onOpen(opening.current);
      opening.current = null;
    }
    const cell = sought.current;
    if (!cell || rows.loading || state.text !== cell.name) return;
    sought.current = null;
    if (goTo(cell)) return;
    // It was deleted, or has another name by now: its form says which, beside the sheet as it was.
    opening.current = cell.id;
    widen();
  });
  useEffect(arrive, [arrive, state, rows.loading]);
  return {
    find,
    /** The name of the item that the sheet is narrowed to. */
    narrowedTo: isNarrowed ? narrowing.name : null,
    widen,
  };
}
