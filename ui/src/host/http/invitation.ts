/**
 * The secret of an invitation. It arrives in the address's fragment (`#/invitation/…`), which a browser never sends
 * to a server, and leaves the address bar at once: it ends neither in the history nor in a copied link. The tab's
 * storage notes only that there was one, so that a page loaded anew can ask for the link again.
 */
import { useSyncExternalStore } from "react";

const ADDRESS = /^#\/invitation\/([^/?#]+)$/;

/** Entry of the tab's storage: an invitation was opened here, and neither used nor put aside. */
const OPENED = "celeiro.invitationOpened";

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

/** Forgets the invitation once it is used, or put aside. */
export function forgetInvitation(): void {
  set(null);
}

/** Whether this tab had an invitation whose secret it does not have any more. */
export function wasInvitationLost(): boolean {
  try {
    return secret === null && sessionStorage.getItem(OPENED) !== null;
  } catch {
    return false;
  }
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
  try {
    if (next === null) sessionStorage.removeItem(OPENED);
    else sessionStorage.setItem(OPENED, "1");
  } catch {
    // Without a storage the page loaded anew asks for no link.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
