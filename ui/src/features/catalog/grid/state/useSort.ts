/** Another order of the rows: drawn once, with its rows, and not first without them. */
import { useEffect, useRef } from "react";
import { isQueried } from "../../../../shared/filters/columns";
import { cycleSort, type GridSort, type GridState } from "../../../../shared/filters/gridState";
import type { GridRows } from "./rows/useGridRows";

/** Sorts the grid by a column; `also` keeps the other columns' order. */
export function useSort(
  state: GridState,
  rows: GridRows,
  change: (change: Partial<GridState>) => void,
): (column: string, also: boolean) => void {
  // What was asked for last, and is not seen yet: the next key goes on from it.
  const asked = useRef<{ turn: number; sort: GridSort[] | null }>({ turn: 0, sort: null });
  useEffect(() => {
    asked.current.sort = null;
  }, [state.sort]);
  return (column, also) => {
    if (!isQueried(column)) return;
    const sort = cycleSort(asked.current.sort ?? state.sort, column, also);
    const turn = asked.current.turn + 1;
    asked.current = { turn, sort };
    void rows.expect({ ...state, sort }).then(() => {
      if (asked.current.turn === turn) change({ sort });
    });
  };
}
