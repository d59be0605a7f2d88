/** Toasts: short messages at the edge of the window. One shows at a time, the newest. */
import { useSyncExternalStore } from "react";
import { onPersonChange } from "../../lib/person";

export type Toast = {
  id: number;
  text: string;
  tone: "info" | "bad";
  /** The button of the toast, such as an undo. */
  action?: { label: string; run: () => void };
  /** A second button, an alternative to `action`. */
  other?: { label: string; run: () => void };
  /** The toast stays until a person closes it. */
  stays?: boolean;
};

/** Display time of a toast: enough to read the text and reach the button. Milliseconds. */
const SHOWN_MS = 8_000;

let current: Toast | null = null;
let count = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

export function showToast(toast: Omit<Toast, "id">): void {
  count += 1;
  set({ ...toast, id: count });
  resumeToast();
}

export function hideToast(): void {
  clearTimeout(timer);
  set(null);
}

onPersonChange(hideToast);

/** Stops the timer of the toast while the pointer or the focus is on it. */
export function holdToast(): void {
  clearTimeout(timer);
}

export function resumeToast(): void {
  clearTimeout(timer);
  if (!current?.stays) timer = setTimeout(hideToast, SHOWN_MS);
}

export function useToast(): Toast | null {
  return useSyncExternalStore(subscribe, () => current);
}

function set(next: Toast | null): void {
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
