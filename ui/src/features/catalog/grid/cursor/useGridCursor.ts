/** Where one is in the grid, and the block selected from there. Both belong to items and move with them. */
import { useState } from "react";
import { useStable } from "../../../../lib/hooks/useStable";
import type { GridRow } from "../cells/cells";
import type { GridRows } from "../state/rows/useGridRows";
import { followItems, type Place } from "./followItems";
import { clampCell, rangeOf, type Cell, type Range, type Size } from "./selection";

/** An edit under way. */
export type Editing = {
  /** What stands in the field as it begins; null for what stands in the cell. */
  text: string | null;
  /** The row as the edit began: it names the item, wherever its row stands meanwhile. */
  row: GridRow;
};

export type GridCursor = {
  active: Cell;
  range: Range;
  editing: Editing | null;
  /** Counts the moves, so that the focus can follow each. */
  moves: number;
  /**
   * The key under which a row is drawn. The row of the cursor has the same key wherever its item moves, so
   * that the field and the focus in it stay.
   */
  keyOf: (index: number) => number;
  go: (cell: Cell) => void;
  /** Takes the active corner of the block elsewhere; the other stays. */
  extend: (cell: Cell) => void;
  /** To the first row, for other rows than before; the focus follows where it was in the sheet. */
  restart: (focused: boolean) => void;
  edit: (text: string | null) => void;
  /** Ends the edit; the focus goes into its cell. */
  endEdit: () => void;
  /** Ends the edit of a person who works elsewhere by now, where the focus stays. */
  leaveEdit: () => void;
  /** What is said at the active cell was closed; going there again says it again. */
  remarkClosed: boolean;
  closeRemark: () => void;
  openRemark: () => void;
};

type CursorPlace = Place & {
  moves: number;
  /** The active row as it was gone to, before its item moved. */
  home: number;
};

type CursorRows = Pick<GridRows, "rowAt" | "placeOf" | "isCurrent" | "isCertain">;

const START: CursorPlace = {
  active: { row: 0, column: 0 },
  anchor: { row: 0, column: 0 },
  activeId: null,
  anchorId: null,
  home: 0,
  moves: 0,
};

/** `mayEdit`: no field opens where the person may not write. */
export function useGridCursor(size: Size, rows: CursorRows, mayEdit = true): GridCursor {
  const [place, setPlace] = useState(START);
  const [editing, setEditing] = useState<Editing | null>(null);
  /** The move after which it was closed. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const idAt = (index: number) => rows.rowAt(index)?.item.id ?? null;
  // (Set while rendering, so that no key meets the item that has come into the place of another.)
  const followed = followItems(place, { ...rows, idAt, total: size.rows });
  if (followed.place !== place) {
    const endsEdit = followed.isGone && editing !== null;
    // The field hands over what is in it as it goes; the focus was in it.
    if (endsEdit) setEditing(null);
    setPlace({ ...followed.place, moves: place.moves + (endsEdit ? 1 : 0) });
  }
  const active = clampCell(place.active, size);
  const anchor = clampCell(place.anchor, size);
  const stepTo = (to: Cell, corner: Cell, cornerId: string | null) =>
    setPlace(({ moves }) => ({
      active: to,
      anchor: corner,
      activeId: idAt(to.row),
      anchorId: cornerId,
      home: to.row,
      moves: moves + 1,
    }));
  return {
    active,
    range: rangeOf(anchor, active),
    editing,
    moves: place.moves,
    keyOf: (index) => {
      if (index === active.row) return place.home;
      return index === place.home ? active.row : index;
    },
    remarkClosed: closedAt === place.moves,
    closeRemark: useStable(() => {
      setClosedAt(place.moves + 1);
      setPlace({ ...place, moves: place.moves + 1 });
    }),
    openRemark: useStable(() => setClosedAt(null)),
    go: useStable((cell: Cell) => {
      const to = clampCell(cell, size);
      setEditing(null);
      stepTo(to, to, idAt(to.row));
    }),
    extend: useStable((cell: Cell) => {
      const to = clampCell({ row: Math.max(0, cell.row), column: Math.max(0, cell.column) }, size);
      stepTo(to, place.anchor, place.anchorId);
    }),
    restart: useStable((focused: boolean) => {
      setEditing(null);
      setPlace(({ active: { row, column }, moves }) => {
        const to = { row: Math.min(row, 0), column };
        return { ...START, active: to, anchor: to, home: to.row, moves: focused ? moves + 1 : moves };
      });
    }),
    edit: useStable((text: string | null) => {
      const row = mayEdit ? rows.rowAt(active.row) : undefined;
      if (!row) return;
      setEditing({ text, row });
      setPlace((current) => ({ ...current, activeId: row.item.id }));
    }),
    leaveEdit: useStable(() => setEditing(null)),
    endEdit: useStable(() => {
      setEditing(null);
      setPlace((current) => ({ ...current, moves: current.moves + 1 }));
    }),
  };
}
