/** The focus and what is in view follow the active cell, wherever keys, clicks or other rows take it. */
import { useEffect, useLayoutEffect, useRef } from "react";
import { seekFocus } from "../../../../lib/browser/seekFocus";
import { useStable } from "../../../../lib/hooks/useStable";
import type { Layout } from "../../../../shared/filters/columns";
import type { GridState } from "../../../../shared/filters/gridState";
import { HEADER_HEIGHT, ROW_HEIGHT, SELECTOR_WIDTH } from "../measures";
import type { Cell } from "./selection";
import type { GridCursor } from "./useGridCursor";

type Input = {
  cursor: GridCursor;
  layout: Layout;
  /** What is asked for; of another, the first rows are shown. */
  state: GridState;
  /** The rows are those of `state`, and none of them is being read. */
  isListed: boolean;
  /** Whether the first column stays in view. */
  holdFirst: boolean;
};

export function useGridFocus({ cursor, layout, state, isListed, holdFirst }: Input) {
  const scroller = useRef<HTMLDivElement>(null);
  const { active } = cursor;
  const focusActive = useStable(() => {
    const cell = scroller.current?.querySelector<HTMLElement>(`[data-at="${active.row}:${active.column}"]`);
    cell?.focus({ preventScroll: true });
  });
  const endSearch = useRef<() => void>(undefined);
  const seekActive = (takes: boolean) => {
    endSearch.current?.();
    endSearch.current = seekFocus({
      give: focusActive,
      holds: (element) => scroller.current?.contains(element) ?? false,
      takes,
    });
  };
  useEffect(() => () => endSearch.current?.(), []);
  const followed = useRef(cursor.moves);
  useLayoutEffect(() => {
    if (followed.current === cursor.moves) return;
    followed.current = cursor.moves;
    if (scroller.current) bringIntoView(scroller.current, active, layout, holdFirst);
    focusActive();
  });
  // Where its item moves, an open field stays in view.
  const writtenAt = useRef<number | null>(null);
  useLayoutEffect(() => {
    const row = cursor.editing ? active.row : null;
    const hasMoved = row !== null && writtenAt.current !== null && writtenAt.current !== row;
    writtenAt.current = row;
    if (hasMoved && scroller.current) bringIntoView(scroller.current, active, layout, holdFirst);
  });
  const listed = useRef(state);
  useLayoutEffect(() => {
    const pane = scroller.current;
    if (listed.current === state || !pane) return;
    // An open field goes with its item into the other rows, and ends where they do not have it.
    if (cursor.editing && !isListed) return;
    listed.current = state;
    if (cursor.editing) return;
    pane.scrollTop = 0;
    cursor.restart(pane.contains(document.activeElement));
  }, [state, isListed, cursor]);
  return {
    /** For the pane that scrolls. */
    scroller,
    /** Gives the focus to the active cell. */
    focusActive,
    /** The same once the cell is drawn; `takes` also from where a person works. */
    seekActive,
  };
}

function bringIntoView(pane: HTMLElement, { row, column }: Cell, layout: Layout, holdFirst: boolean): void {
  if (row >= 0) {
    const top = row * ROW_HEIGHT;
    const room = pane.clientHeight - HEADER_HEIGHT - ROW_HEIGHT;
    if (top < pane.scrollTop) pane.scrollTop = top;
    else if (top > pane.scrollTop + room) pane.scrollTop = top - room;
  }
  const held = SELECTOR_WIDTH + (holdFirst ? (layout[0]?.width ?? 0) : 0);
  if (column < (holdFirst ? 1 : 0)) return;
  const left = layout.slice(0, column).reduce((sum, place) => sum + place.width, SELECTOR_WIDTH);
  const right = left + (layout[column]?.width ?? 0);
  if (left < pane.scrollLeft + held) pane.scrollLeft = left - held;
  else if (right > pane.scrollLeft + pane.clientWidth)
    pane.scrollLeft = Math.min(left - held, right - pane.clientWidth);
}
