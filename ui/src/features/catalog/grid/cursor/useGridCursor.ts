/** Cursor and block selection of the grid. Both are tied to items and move with them. */
import { useState } from "react";
import { useStable } from "../../../../lib/hooks/useStable";
import type { GridRow } from "../cells/cells";
import type { GridRows } from "../state/rows/useGridRows";
import { followItems, type Place } from "./followItems";
import { clampCell, rangeOf, type Cell, type Range, type Size } from "./selection";

/** A cell edit in progress. */
export type Editing = {
  /** The field's initial text; null for the cell's own. */
  text: string | null;
  /** The row at the start of the edit: it identifies the item, wherever its row moves. */
  row: GridRow;
};

export type GridCursor = {
  active: Cell;
  range: Range;
  editing: Editing | null;
  /** Number of moves, so that the focus can follow each. */
  moves: number;
  /**
   * The React key of a row. The cursor's row keeps its key wherever its item moves, so that its field and focus stay.
   */
  keyOf: (index: number) => number;
  go: (cell: Cell) => void;
  /** Moves the active corner of the block; the other corner stays. */
  extend: (cell: Cell) => void;
  /** Moves to the first row after the rows were replaced; the focus stays where it was in the sheet. */
  restart: (focused: boolean) => void;
  edit: (text: string | null) => void;
  /** Ends the edit; the focus moves to its cell. */
  endEdit: () => void;
  /** Ends the edit without moving the focus, for a person who works elsewhere by now. */
  leaveEdit: () => void;
  /** The remark at the active cell was closed; a move back to the cell shows it again. */
  remarkClosed: boolean;
  closeRemark: () => void;
  openRemark: () => void;
};

type CursorPlace = Place & {
  moves: number;
  /** The index of the active row when the cursor moved to it, before its item moved. */
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

/** `mayEdit`: without write access no cell opens for editing. */
export function useGridCursor(size: Size, rows: CursorRows, mayEdit = true): GridCursor {
  const [place, setPlace] = useState(START);
  const [editing, setEditing] = useState<Editing | null>(null);
  /** The move after which the remark was closed. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const idAt = (index: number) => rows.rowAt(index)?.item.id ?? null;
  // (Set while rendering, so that no key reaches an item that moved into another's place.)
  const followed = followItems(place, { ...rows, idAt, total: size.rows });
  if (followed.place !== place) {
    const endsEdit = followed.isGone && editing !== null;
    // The field submits its text when it unmounts with the focus in it.
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
