/** Where one is in the grid, and the block selected from there. */
import { useState } from "react";
import { useStable } from "../../../../lib/hooks/useStable";
import { clampCell, rangeOf, type Cell, type Range, type Size } from "./selection";

/** An edit under way: what stands in the field as it begins. */
export type Editing = { text: string | null };

export type GridCursor = {
  active: Cell;
  range: Range;
  editing: Editing | null;
  /** Counts the moves, so that the focus can follow each. */
  moves: number;
  go: (cell: Cell) => void;
  /** Takes the active corner of the block elsewhere; the other stays. */
  extend: (cell: Cell) => void;
  /** To the first row, for other rows than before; the focus follows where it was in the sheet. */
  restart: (focused: boolean) => void;
  edit: (text: string | null) => void;
  endEdit: () => void;
  /** What is said at the active cell was closed; going there again says it again. */
  remarkClosed: boolean;
  closeRemark: () => void;
  openRemark: () => void;
};

export function useGridCursor(size: Size): GridCursor {
  const [place, setPlace] = useState({
    active: { row: 0, column: 0 },
    anchor: { row: 0, column: 0 },
    moves: 0,
  });
  const [editing, setEditing] = useState<Editing | null>(null);
  /** The move after which it was closed. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const active = clampCell(place.active, size);
  const anchor = clampCell(place.anchor, size);
  return {
    active,
    range: rangeOf(anchor, active),
    editing,
    moves: place.moves,
    remarkClosed: closedAt === place.moves,
    closeRemark: useStable(() => {
      setClosedAt(place.moves + 1);
      setPlace({ ...place, moves: place.moves + 1 });
    }),
    openRemark: useStable(() => setClosedAt(null)),
    go: useStable((cell: Cell) => {
      const to = clampCell(cell, size);
      setEditing(null);
      setPlace(({ moves }) => ({ active: to, anchor: to, moves: moves + 1 }));
    }),
    extend: useStable((cell: Cell) => {
      const to = clampCell({ row: Math.max(0, cell.row), column: Math.max(0, cell.column) }, size);
      setPlace(({ anchor: corner, moves }) => ({ active: to, anchor: corner, moves: moves + 1 }));
    }),
    restart: useStable((focused: boolean) => {
      setEditing(null);
      setPlace(({ active: { row, column }, moves }) => {
        const to = { row: Math.min(row, 0), column };
        return { active: to, anchor: to, moves: focused ? moves + 1 : moves };
      });
    }),
    edit: useStable((text: string | null) => setEditing({ text })),
    endEdit: useStable(() => {
      setEditing(null);
      setPlace((current) => ({ ...current, moves: current.moves + 1 }));
    }),
  };
}
