/** The focus is in the sheet at once, unless a form is open or the focus went elsewhere meanwhile. */
import { useEffect, useRef, type RefObject } from "react";
import type { GridHandle } from "../Grid";

/** A dialog that brought a person here is closed after so many looks. */
const CLOSING_LOOKS = 40;
const BETWEEN_LOOKS_MS = 50;

export function useFirstFocus(grid: RefObject<GridHandle | null>, there: boolean) {
  const done = useRef(false);
  useEffect(() => {
    if (!there || done.current) return;
    done.current = true;
    let looks = 0;
    let next: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const { activeElement } = document;
      if (activeElement === document.body || activeElement?.tagName === "MAIN") grid.current?.focus();
      // The palette holds the focus until it has faded out.
      else if (activeElement?.closest("[role=dialog]") && looks++ < CLOSING_LOOKS)
        next = setTimeout(look, BETWEEN_LOOKS_MS);
    };
    look();
    return () => clearTimeout(next);
  }, [grid, there]);
}
