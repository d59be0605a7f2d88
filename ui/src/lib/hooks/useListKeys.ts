/** Arrows, J and K step through a list; I opens the row they stand at. */
import { useHotkeys } from "@mantine/hooks";
import type { RefObject } from "react";

export function useListKeys(
  list: RefObject<HTMLElement | null>,
  { step, open }: { step: (by: number) => void; open: () => void },
) {
  const arrow = (event: KeyboardEvent, by: number) => {
    // On a control of its own (a slider, a tab, a menu, a scrolled panel) an arrow means something else.
    if (!list.current?.contains(document.activeElement) && document.activeElement !== document.body) return;
    event.preventDefault();
    step(by);
  };
  useHotkeys([
    ["J", () => step(1)],
    ["K", () => step(-1)],
    ["ArrowDown", (event) => arrow(event, 1), { preventDefault: false }],
    ["ArrowUp", (event) => arrow(event, -1), { preventDefault: false }],
    ["I", open],
  ]);
}
