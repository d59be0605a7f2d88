/**
 * Whether the server has refused this page because it does not know who asks. Any request may find that out (the
 * status is open to all), so it is noted where all errors pass, and the gate asks for a password or a key.
 */
import { useSyncExternalStore } from "react";
import { onPersonChange } from "../lib/person";

/** `accounts`: people sign in here with names and passwords. */
export type Refusal = { accounts: boolean };

let refusal: Refusal | null = null;
const listeners = new Set<() => void>();

// Another person has signed in by then, or is asked to.
onPersonChange(forgetRefusal);

export function noteRefusal(error: unknown): void {
  if (typeof error !== "object" || error === null || !("code" in error)) return;
  if (error.code !== "unauthorized") return;
  const details = ("details" in error ? error.details : null) as { accounts?: unknown } | null;
  set({ accounts: details?.accounts === true });
}

export function forgetRefusal(): void {
  set(null);
}

export function useRefusal(): Refusal | null {
  return useSyncExternalStore(subscribe, () => refusal);
}

function set(next: Refusal | null): void {
  if (refusal?.accounts === next?.accounts) return;
  refusal = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
