/** A remark that comes and goes at the edge of the window; one at a time, the newest. */
import { useSyncExternalStore } from "react";
import { onPersonChange } from "../../lib/person";

export type Toast = {
  id: number;
  text: string;
  tone: "info" | "bad";
  /** Something to be done about it, such as taking it back. */
  action?: { label: string; run: () => void };
  /** Another thing to be done instead. */
  other?: { label: string; run: () => void };
  /** It waits for the person, and does not go by itself. */
  stays?: boolean;
};

/** Long enough to read it and to reach for its button. Milliseconds. */
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

/** While a person points at it or has the focus in it, it stays. */
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
