/**
 * The way to a cell that is not stored. Where the conditions of the sheet hide its row, the sheet is narrowed
 * to its item, and the conditions that stood can be brought back. Where the sheet cannot show it, the form of
 * its item opens, unless the item was deleted.
 */
import { useEffect, useRef, useState } from "react";
import { useStable } from "../../../../lib/hooks/useStable";
import type { Layout } from "../../../../shared/filters/columns";
import type { GridState } from "../../../../shared/filters/gridState";
import type { TypedCell } from "../../unsaved/queue/work/work";
import type { GridCursor } from "../cursor/useGridCursor";
import type { GridRows } from "./rows/useGridRows";

type FindCellInput = {
  rows: GridRows;
  layout: Layout;
  state: GridState;
  change: (part: Partial<GridState>) => void;
  cursor: GridCursor;
  /** Opens the form of the cell's item, or says that there is none. */
  openItem: (cell: TypedCell) => Promise<void>;
};

export function useFindCell({ rows, layout, state, change, cursor, openItem }: FindCellInput) {
  const [narrowing, setNarrowing] = useState<{ name: string; before: GridState } | null>(null);
  /** Until the narrowed sheet is there. */
  const sought = useRef<TypedCell | null>(null);
  /** Its item's form opens once the sheet is as it was: two changes of the address at once are one. */
  const opening = useRef<TypedCell | null>(null);
  const isAloneIn = (name: string) => state.text === name && state.filters.length === 0;
  const isNarrowed = narrowing !== null && isAloneIn(narrowing.name);

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
    if (!isInLayout || cell.name.trim() === "" || isNarrowed || isAloneIn(cell.name))
      return void openItem(cell);
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
      void openItem(opening.current);
      opening.current = null;
    }
    const cell = sought.current;
    // While a write may move rows, no page is asked for: none is no answer.
    if (!cell || rows.loading || rows.lacksPage || state.text !== cell.name) return;
    sought.current = null;
    if (goTo(cell)) return;
    // The item was deleted, or has another name by now: the sheet is as it was beside what says which.
    opening.current = cell;
    widen();
  });
  useEffect(arrive, [arrive, state, rows.loading, rows.lacksPage]);
  return {
    find,
    /** The name of the item that the sheet is narrowed to. */
    narrowedTo: isNarrowed ? narrowing.name : null,
    widen,
  };
}
