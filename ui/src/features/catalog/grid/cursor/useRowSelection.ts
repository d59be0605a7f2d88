/** Which rows are selected: one by one, from one to another, those of the selected block, or all. */
import { useRef, useState } from "react";
import { useStable } from "../../../../lib/hooks/useStable";
import type { GridState } from "../../../../shared/filters/gridState";
import type { GridRows } from "../state/rows/useGridRows";
import { useRowsFailure } from "../state/rows/useRowsFailure";
import { addRows, ALL_ROWS, countSelected, NO_ROWS, toggleRow, type RowSelection } from "./selection";
import type { GridCursor } from "./useGridCursor";

type Input = { rows: GridRows; total: number; cursor: GridCursor; state: GridState; onRefresh: () => void };

export function useRowSelection({ rows, total, cursor, state, onRefresh }: Input) {
  const tellFailure = useRowsFailure(rows, onRefresh);
  const [selection, setSelection] = useState<RowSelection>(NO_ROWS);
  // What was selected belongs to what was listed: an edit of the selected rows would change some that are out of sight.
  const [listed, setListed] = useState(state);
  if (listed !== state) {
    setListed(state);
    if (selection.kind === "all" || !listsSameRows(listed, state)) setSelection(NO_ROWS);
  }

  const addBetween = async (from: number, to: number) => {
    try {
      const between = await rows.fetchRows(from, to);
      const ids = between.map(({ item }) => item.id);
      setSelection((current) => addRows(current, ids));
    } catch (error) {
      tellFailure(error);
    }
  };
  /** The row that was selected last, from which a block of rows is selected. */
  const last = useRef<{ index: number; id: string } | null>(null);
  const selectRow = useStable((index: number, extend: boolean) => {
    const row = rows.rowAt(index);
    if (!row) return;
    const from = last.current ? (rows.placeOf(last.current.id) ?? last.current.index) : 0;
    if (extend) void addBetween(Math.min(from, index), Math.max(from, index));
    else setSelection(toggleRow(selection, row.item.id));
    last.current = { index, id: row.item.id };
  });
  const toggleActiveRows = () => {
    const { top, bottom } = cursor.range;
    if (top === bottom) selectRow(cursor.active.row, false);
    else void addBetween(top, bottom);
  };
  return {
    selection,
    count: countSelected(selection, total),
    selectRow,
    toggleActiveRows,
    selectAll: () => setSelection(ALL_ROWS),
    toggleAll: () => setSelection(selection.kind === "all" ? NO_ROWS : ALL_ROWS),
    selectNone: () => setSelection(NO_ROWS),
  };
}

/** Whether two states of the grid list the same rows and differ in the order alone. */
function listsSameRows(one: GridState, other: GridState): boolean {
  const conditionsOf = ({ text, filters }: GridState) => JSON.stringify([text.trim(), filters]);
  return conditionsOf(one) === conditionsOf(other);
}

export type SelectedRows = ReturnType<typeof useRowSelection>;
