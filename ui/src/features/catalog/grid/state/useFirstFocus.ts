/** The focus is in the sheet at once, unless a form is open or the focus went elsewhere meanwhile. */
import { useEffect, useRef, type RefObject } from "react";
import type { GridHandle } from "../Grid";

export function useFirstFocus(grid: RefObject<GridHandle | null>, there: boolean) {
  const done = useRef(false);
  useEffect(() => {
    if (!there || done.current) return;
    done.current = true;
    grid.current?.focusIfNowhere();
  }, [grid, there]);
}
