/** The pointer in the grid: a press goes to a cell, drawing on selects a block, twice begins to write. */
import type { MouseEvent } from "react";
import type { GridCursor } from "./useGridCursor";
import type { Cell } from "./selection";

type PointerInput = {
  cursor: GridCursor;
  onSelectRow: (index: number, extend: boolean) => void;
};

export function useGridPointer({ cursor, onSelectRow }: PointerInput) {
  const onMouseDown = (event: MouseEvent) => {
    const cell = cellAt(event);
    if (!cell || cell.row < 0 || event.button !== 0 || isControl(event)) return;
    // The focus goes where the cursor goes, not where the browser would put it.
    event.preventDefault();
    // What is being written elsewhere is taken over first.
    if (cursor.editing && document.activeElement instanceof HTMLElement) document.activeElement.blur();
    if (cell.column < 0) {
      onSelectRow(cell.row, event.shiftKey);
      cursor.go(cell);
    } else if (event.shiftKey) cursor.extend(cell);
    else cursor.go(cell);
  };
  const onMouseMove = (event: MouseEvent) => {
    if ((event.buttons & 1) === 0 || cursor.editing) return;
    const cell = cellAt(event);
    if (!cell || cell.row < 0 || cell.column < 0 || cursor.active.column < 0 || cursor.active.row < 0) return;
    if (cell.row !== cursor.active.row || cell.column !== cursor.active.column) cursor.extend(cell);
  };
  const onDoubleClick = (event: MouseEvent) => {
    const cell = cellAt(event);
    if (cell && cell.row >= 0 && cell.column >= 0 && !isControl(event)) cursor.edit(null);
  };
  return { onMouseDown, onMouseMove, onDoubleClick };
}

function cellAt(event: MouseEvent): Cell | null {
  if (!(event.target instanceof Element)) return null;
  const at = event.target.closest<HTMLElement>("[data-at]")?.dataset["at"];
  if (at === undefined) return null;
  const [row = 0, column = 0] = at.split(":").map(Number);
  return { row, column };
}

/** A field or button in a cell has the pointer to itself. */
function isControl(event: MouseEvent): boolean {
  return event.target instanceof Element && event.target.closest("textarea, select, input, button") !== null;
}
