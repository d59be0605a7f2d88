/** The keys of the grid, as in a sheet. What a key does stands in `GridActions`; here is which key. */
import type { KeyboardEvent } from "react";
import { flushSync } from "react-dom";
import type { GridCursor } from "./useGridCursor";
import type { Cell, Size } from "./selection";

export type GridActions = {
  copy: () => void;
  /** Gets ready for the text that the browser is about to paste. */
  awaitPaste: () => void;
  fillDown: () => void;
  clear: () => void;
  undo: () => void;
  redo: () => void;
  /** Opens the form of the active row. */
  open: () => void;
  create: () => void;
  toggleRow: () => void;
  selectAll: () => void;
  /** Lets go of what is wrong in the cell, closes what is said at it, or ends the selection; false where there is none. */
  escape: () => boolean;
  sort: (also: boolean) => void;
  moveColumn: (by: 1 | -1) => void;
  resizeColumn: (by: number) => void;
  hideColumn: () => void;
  focusSearch: () => void;
  /** Whether the active cell can be written. */
  canEdit: () => boolean;
  /** Leads to the choices at the active cell where it waits for one between two values; false where it does not. */
  focusChoices: () => boolean;
};

/** Pixels that a key makes a column wider. */
const WIDER = 16;

export function useGridKeys(cursor: GridCursor, size: Size, pageRows: number, actions: GridActions) {
  return (event: KeyboardEvent) => {
    if (cursor.editing || event.nativeEvent.isComposing || isElsewhere(event)) return;
    const command = event.ctrlKey || event.metaKey;
    const done =
      (cursor.active.row < 0 && headerKey(event, actions)) ||
      (command && commandKey(event, actions)) ||
      moveKey(event, cursor, size, pageRows) ||
      (cursor.active.row >= 0 && cellKey(event, cursor, actions));
    if (!done) return;
    // Neither the browser nor the page's own shortcuts have a say in what the sheet has done.
    if (done !== "let through") event.preventDefault();
    event.stopPropagation();
  };
}

type KeyOutcome = boolean | "let through";

function commandKey(event: KeyboardEvent, actions: GridActions): KeyOutcome {
  switch (event.key.toLowerCase()) {
    case "c":
      return did(actions.copy);
    case "v":
      actions.awaitPaste();
      return "let through";
    case "x":
      actions.copy();
      return did(actions.clear);
    case "d":
      return did(actions.fillDown);
    case "a":
      return did(actions.selectAll);
    case "f":
      return did(actions.focusSearch);
    case "z":
      return did(event.shiftKey ? actions.redo : actions.undo);
    case "y":
      return did(actions.redo);
    case "enter":
      return did(actions.open);
    default:
      return false;
  }
}

function moveKey(event: KeyboardEvent, cursor: GridCursor, size: Size, pageRows: number): KeyOutcome {
  const to = target(event, cursor.active, size, pageRows);
  if (!to) return false;
  if (event.shiftKey && event.key !== "Tab" && cursor.active.row >= 0) cursor.extend(to);
  else cursor.go(to);
  return true;
}

function target(event: KeyboardEvent, { row, column }: Cell, size: Size, pageRows: number): Cell | null {
  if (event.altKey) return null;
  const far = event.ctrlKey || event.metaKey;
  const last = { row: size.rows - 1, column: size.columns - 1 };
  switch (event.key) {
    case "ArrowDown":
      return { row: far ? last.row : row + 1, column };
    case "ArrowUp":
      return { row: far ? 0 : row - 1, column };
    case "ArrowRight":
      return { row, column: far ? last.column : column + 1 };
    case "ArrowLeft":
      return { row, column: far ? 0 : column - 1 };
    case "PageDown":
      return { row: Math.max(0, row) + pageRows, column };
    case "PageUp":
      return { row: Math.max(0, row - pageRows), column };
    case "Home":
      return { row: far ? 0 : row, column: 0 };
    case "End":
      return { row: far ? last.row : row, column: last.column };
    case "Tab":
      return nextCellByTab(event.shiftKey ? -1 : 1, row, column, size);
    default:
      return null;
  }
}

/** Tab goes through the row, and out of the grid at its ends: it is no trap. */
function nextCellByTab(by: 1 | -1, row: number, column: number, size: Size): Cell | null {
  const next = column + by;
  return next < 0 || next >= size.columns ? null : { row, column: next };
}

function cellKey(event: KeyboardEvent, cursor: GridCursor, actions: GridActions): KeyOutcome {
  const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (event.key === " " && (event.shiftKey || cursor.active.column < 0)) return did(actions.toggleRow);
  if (event.key === "Escape") return actions.escape();
  if (event.altKey && event.key === "Enter") return did(actions.open);
  if (event.altKey && event.key === "ArrowDown") return actions.focusChoices();
  if (!plain) return false;
  if (cursor.active.column < 0) return event.key === "Enter" && did(actions.open);
  const clears = event.key === "Delete" || event.key === "Backspace";
  const begins = event.key.length === 1 || event.key === "Dead" || event.key === "Process";
  if (event.key !== "Enter" && event.key !== "F2" && !begins && !clears) return false;
  if (clears) return did(actions.clear);
  if (!actions.canEdit()) return event.key === "Enter" && did(actions.open);
  // The field has to be there before the key is through, so that an accent begun here ends in it.
  const composed = begins && event.key.length > 1;
  flushSync(() => cursor.edit(begins ? (composed ? "" : event.key) : null));
  return composed ? "let through" : true;
}

function headerKey(event: KeyboardEvent, actions: GridActions): KeyOutcome {
  const right = event.key === "ArrowRight";
  const sideways = right || event.key === "ArrowLeft";
  if (event.key === "Enter" || event.key === " ") return did(() => actions.sort(event.shiftKey));
  if (sideways && event.altKey) return did(() => actions.moveColumn(right ? 1 : -1));
  if (sideways && event.shiftKey) return did(() => actions.resizeColumn(right ? WIDER : -WIDER));
  if (event.key === "Delete" || event.key === "Backspace") return did(actions.hideColumn);
  return false;
}

function did(act: () => void): true {
  act();
  return true;
}

/** Whether a key press belongs to a button inside a cell, which keeps its own keys. */
function isElsewhere(event: KeyboardEvent): boolean {
  return (
    event.target instanceof HTMLElement && event.target.closest("button, input, textarea, select") !== null
  );
}
