/** Keys that walk through the rows of a list (`[data-row]`); I opens the one in focus, as Enter does. */
import { useRef } from "react";
import { useListKeys } from "../../../../lib/hooks/useListKeys";

export function useRowKeys() {
  const list = useRef<HTMLDivElement>(null);
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
  const step = (by: number) => {
    const all = rows();
    const at = all.findIndex((row) => row === document.activeElement);
    all[Math.max(0, Math.min(all.length - 1, at + by))]?.focus();
  };
  const open = () => {
    const all = rows();
    (all.find((row) => row === document.activeElement) ?? all[0])?.click();
  };
  useListKeys(list, { step, open });
  return list;
}
