/** Arrows, J and K walk through the rows of a list (`[data-row]`); I opens the one in focus, as Enter does. */
import { useHotkeys } from "@mantine/hooks";
import { useRef } from "react";

export function useRowKeys() {
  const list = useRef<HTMLDivElement>(null);
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
  const step = (by: number) => {
    const all = rows();
    const at = all.findIndex((row) => row === document.activeElement);
    all[Math.max(0, Math.min(all.length - 1, at + by))]?.focus();
  };
  const arrow = (event: KeyboardEvent, by: number) => {
    // On a slider or a tab an arrow means something else.
    if (!list.current?.contains(document.activeElement) && document.activeElement !== document.body) return;
    event.preventDefault();
    step(by);
  };
  useHotkeys([
    ["J", () => step(1)],
    ["K", () => step(-1)],
    ["ArrowDown", (event) => arrow(event, 1), { preventDefault: false }],
    ["ArrowUp", (event) => arrow(event, -1), { preventDefault: false }],
    [
      "I",
      () => {
        const all = rows();
        (all.find((row) => row === document.activeElement) ?? all[0])?.click();
      },
    ],
  ]);
  return list;
}
