/**
 * Whether the server has refused this page for want of a token. Any request may find that out (the
 * status is open to all), so it is noted where all errors pass, and the gate asks for a token.
 */
import { useSyncExternalStore } from "react";

let refused = false;
const listeners = new Set<() => void>();

export function noteRefusal(error: unknown): void {
  if (typeof error === "object" && error !== null && "code" in error && error.code === "unauthorized")
    set(true);
}

export function forgetRefusal(): void {
  set(false);
}

export function useRefused(): boolean {
  return useSyncExternalStore(subscribe, () => refused);
}

function set(next: boolean): void {
  if (refused === next) return;
  refused = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
