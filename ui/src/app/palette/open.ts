/** Opening the palette from anywhere; it is drawn from its first opening on. The store is Spotlight's own. */
import { spotlight } from "@mantine/spotlight";
import { useSyncExternalStore } from "react";

let asked = false;
/** What had the focus before the palette was drawn for the first time: it cannot know that itself. */
let before: Element | null = null;
const listeners = new Set<() => void>();

export function openPalette(): void {
  ask();
  spotlight.open();
}

export function togglePalette(): void {
  ask();
  spotlight.toggle();
}

/** At its first closing the focus goes back to where it was; at later ones it does so by itself. */
export function returnFirstFocus(): void {
  const { activeElement, body } = document;
  // While the palette fades out, the focus is still in it.
  const isFree = activeElement === null || activeElement === body || activeElement.closest("[role=dialog]");
  if (before instanceof HTMLElement && isFree) before.focus();
  before = null;
}

function ask(): void {
  if (!asked) before = document.activeElement;
  asked = true;
  for (const listener of listeners) listener();
}

/** Whether the palette was opened yet. */
export function usePaletteAsked(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asked,
  );
}
