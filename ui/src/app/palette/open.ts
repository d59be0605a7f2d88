/** Opening the palette from anywhere; it is drawn from its first opening on. The store is Spotlight's own. */
import { spotlight } from "@mantine/spotlight";
import { useSyncExternalStore } from "react";

let asked = false;
const listeners = new Set<() => void>();

export function openPalette(): void {
  ask();
  spotlight.open();
}

export function togglePalette(): void {
  ask();
  spotlight.toggle();
}

function ask(): void {
  asked = true;
  for (const listener of listeners) listener();
}

/** Whether somebody has opened it yet. */
export function usePaletteAsked(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asked,
  );
}
