/**
 * The secret of an invitation. It arrives in the address's fragment (`#/invitation/…`), which a browser never sends
 * to a server, and leaves the address bar at once: it ends neither in the history nor in a copied link.
 */
import { useSyncExternalStore } from "react";

const ADDRESS = /^#\/invitation\/([^/?#]+)$/;

let secret: string | null = null;
const listeners = new Set<() => void>();

/** Reads it at the start; a link that is opened in a page that is there already is read when it comes. */
export function takeInvitationFromAddress(): void {
  const [, found] = ADDRESS.exec(window.location.hash) ?? [];
  if (found === undefined) return;
  window.history.replaceState(
    window.history.state,
    "",
    `${window.location.pathname}${window.location.search}#/search`,
  );
  set(decode(found));
}

/** Once it is used, or put aside. */
export function forgetInvitation(): void {
  set(null);
}

export function useInvitation(): string | null {
  return useSyncExternalStore(subscribe, () => secret);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // The server refuses it as it is.
    return text;
  }
}

function set(next: string | null): void {
  secret = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
