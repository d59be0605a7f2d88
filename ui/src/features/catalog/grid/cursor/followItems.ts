/** Where the cursor stands after rows moved: at the same items as before, not at the same row numbers. */
import type { Cell } from "./selection";

/** The corners of the selected block, and the items in their rows. */
export type Place = {
  active: Cell;
  anchor: Cell;
  /** Null where the row is not read yet. */
  activeId: string | null;
  anchorId: string | null;
};

export type ListedItems = {
  idAt: (index: number) => string | null;
  placeOf: (id: string) => number | null;
  total: number;
  /** The rows are those of the present question, not of the one before it. */
  isCurrent: boolean;
  /** Nothing is being read: an item that is not found is not listed. */
  isCertain: boolean;
};

export type FollowedPlace<P> = {
  place: P;
  /** The item of the active row is not listed any more: another one stands there now. */
  isGone: boolean;
};

/** Moves the grid's cursor with its item where rows move; gives the same object where nothing moved. */
export function followItems<P extends Place>(place: P, items: ListedItems): FollowedPlace<P> {
  const { active, anchor, activeId, anchorId } = place;
  const stay = { place, isGone: false };
  if (active.row < 0) return stay;
  const found = items.idAt(active.row);
  if (activeId === null) {
    if (found === null || !items.isCurrent) return stay;
    return { place: { ...place, activeId: found, anchorId: items.idAt(anchor.row) }, isGone: false };
  }
  if (found !== activeId) {
    const to = items.placeOf(activeId);
    if (to !== null) return { place: moveBlock(place, to - active.row, items), isGone: false };
    const isGone = items.isCertain && (found !== null || active.row >= items.total);
    if (!isGone) return stay;
    const row = Math.max(0, Math.min(items.total - 1, active.row));
    return { place: { ...place, ...singleCell({ ...active, row }, items.idAt(row)) }, isGone: true };
  }
  const other = items.idAt(anchor.row);
  if (other === null || other === anchorId) return stay;
  if (anchorId === null) return { place: { ...place, anchorId: other }, isGone: false };
  // A block that is not the selected one any more ends: a key would reach rows that are not selected.
  return { place: { ...place, ...singleCell(active, activeId) }, isGone: false };
}

/** The block goes along only where its other corner moved by as many rows. */
function moveBlock<P extends Place>(place: P, by: number, items: ListedItems): P {
  const { active, anchor, activeId, anchorId } = place;
  const to = { ...active, row: active.row + by };
  const corner = { ...anchor, row: anchor.row + by };
  if (anchorId === null || items.idAt(corner.row) !== anchorId)
    return { ...place, ...singleCell(to, activeId) };
  return { ...place, active: to, anchor: corner };
}

function singleCell(cell: Cell, id: string | null): Place {
  return { active: cell, anchor: cell, activeId: id, anchorId: id };
}
