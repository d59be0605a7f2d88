/**
 * Whether the server has refused this page because it does not know who asks, or because the role of the person does
 * not allow it. Any request may find that out (the status is open to all), so it is noted where all errors pass. The
 * gate then asks for a password or a key; who the person is, is read again.
 */
import { useSyncExternalStore } from "react";
import { onPersonChange } from "../lib/person";

/** `accounts`: people sign in here with names and passwords. */
export type Refusal = { accounts: boolean };

let refusal: Refusal | null = null;
const listeners = new Set<() => void>();
const roleWatchers = new Set<() => void>();

// Another person has signed in by then, or is asked to.
onPersonChange(forgetRefusal);

export function noteRefusal(error: unknown): void {
  if (typeof error !== "object" || error === null || !("code" in error)) return;
  if (error.code === "forbidden") for (const watcher of roleWatchers) watcher();
  if (error.code !== "unauthorized") return;
  const details = ("details" in error ? error.details : null) as { accounts?: unknown } | null;
  set({ accounts: details?.accounts === true });
}

export function forgetRefusal(): void {
  set(null);
}

/** `watcher` is called whenever the role of the person did not allow a request. Returns what ends it. */
export function onForbidden(watcher: () => void): () => void {
  roleWatchers.add(watcher);
  return () => roleWatchers.delete(watcher);
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
