/**
 * What the company's sign-in sent the browser back with. It arrives in the address (`?code=…&state=…`) and leaves the
 * address bar at once. It is worth something once, and only with the cookie of the browser that went.
 */
import { useSyncExternalStore } from "react";

export type CompanyAnswer = {
  state: string;
  /** Null where the company refused. */
  code: string | null;
  /** Who sent the browser back, where that is said. */
  issuer: string | null;
};

/** Entry of the tab's storage: the page that the person left. */
const LEFT = "celeiro.leftForCompany";

let answer: CompanyAnswer | null = null;
const listeners = new Set<() => void>();

/** Reads it at the start, and puts the page back that the person had left. */
export function takeCompanyAnswerFromAddress(): void {
  const query = new URLSearchParams(window.location.search);
  const state = query.get("state");
  if (state === null || !(query.has("code") || query.has("error"))) return;
  const { pathname, hash } = window.location;
  window.history.replaceState(window.history.state, "", `${pathname}${takeLeftPage() ?? hash}`);
  set({ state, code: query.get("code"), issuer: query.get("iss") });
}

/** Goes to the company; the person comes back to this page. */
export function leaveForCompany(address: string): void {
  try {
    sessionStorage.setItem(LEFT, window.location.hash);
  } catch {
    // Without a storage the person comes back to the first page.
  }
  window.location.assign(address);
}

/** Forgets the company's answer to a sign-in once it is used, or did not help. */
export function forgetCompanyAnswer(): void {
  set(null);
}

export function useCompanyAnswer(): CompanyAnswer | null {
  return useSyncExternalStore(subscribe, () => answer);
}

function takeLeftPage(): string | null {
  try {
    const left = sessionStorage.getItem(LEFT);
    sessionStorage.removeItem(LEFT);
    return left;
  } catch {
    return null;
  }
}

function set(next: CompanyAnswer | null): void {
  answer = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
