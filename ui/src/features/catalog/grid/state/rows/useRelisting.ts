/**
 * After own writes that move rows, those that were fetched stay where they are. A page that comes into view
 * only now belongs to another order: then all are listed anew, for a person who scrolls has left the place.
 */
import { useEffect } from "react";
import type { GridCursor } from "../../cursor/useGridCursor";
import type { GridEdits } from "../../edits/useGridEdits";
import type { GridRows } from "./useGridRows";

export function useRelisting(rows: GridRows, edits: GridEdits, cursor: GridCursor) {
  const { lacksPage, refresh } = rows;
  const { outdated, isMoving, refreshed } = edits;
  // What is being typed belongs to the row that it was begun in.
  const isDue = lacksPage && outdated && !isMoving && cursor.editing === null;
  useEffect(() => {
    if (!isDue) return;
    refreshed();
    void refresh();
  }, [isDue, refreshed, refresh]);
}
