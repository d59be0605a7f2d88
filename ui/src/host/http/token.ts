/**
 * The bearer token of `celeiro serve`. It arrives once, in the address's fragment (which a browser
 * never sends to a server), is kept for this tab alone, and leaves the address bar at once so that
 * it ends neither in the history nor in a copied link.
 */
const KEY = "celeiro.token";

/** Held in memory too: with storage switched off the tab still works until it is reloaded. */
let inMemory: string | null = null;

export function saveToken(token: string): void {
  inMemory = token;
  try {
    sessionStorage.setItem(KEY, token);
  } catch {
    // No storage: memory serves.
  }
}

export function dropToken(): void {
  inMemory = null;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // There is none.
  }
}

export function storedToken(): string | null {
  if (inMemory !== null) return inMemory;
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Reads `#token=…`, keeps the token and takes it out of the address. Other fragments are routes. */
export function takeTokenFromAddress(): void {
  const fragment = window.location.hash.replace(/^#/, "");
  if (!fragment.startsWith("token=")) return;
  const token = new URLSearchParams(fragment).get("token");
  if (token) saveToken(token);
  window.history.replaceState(null, "", window.location.pathname + window.location.search);
}
