/**
 * The focus is in the sheet at once, unless a form is open or the focus went elsewhere meanwhile; and again where
 * its first rows come, as those of the demo, which take the place of the button that has brought them.
 */
import { useEffect, useRef, type RefObject } from "react";
import type { GridHandle } from "../Grid";

/** `total` counts the rows; null as long as they are not there, or a form is open. */
export function useFirstFocus(grid: RefObject<GridHandle | null>, total: number | null) {
  const before = useRef<number | null>(null);
  useEffect(() => {
    if (total === null) return;
    const isFirst = before.current === null || (before.current === 0 && total > 0);
    before.current = total;
    if (isFirst) grid.current?.focusIfNowhere();
  }, [grid, total]);
}
