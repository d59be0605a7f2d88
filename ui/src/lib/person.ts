/**
 * The signed-in person of this tab, by login. One person's unsaved text is neither shown nor sent to the next person
 * who signs in here: it moves to that login's own place in the tab's storage, and returns when that person signs in
 * again.
 */
const KEY = "celeiro.person";
/** Storage entries of the tab, independent of the person. */
const OF_TAB: ReadonlySet<string> = new Set([
  KEY,
  "celeiro.token",
  "celeiro.reloadedAt",
  "celeiro.invitationOpened",
]);
const OF_PERSON = "celeiro.";
const ASIDE = "aside.";

/** A person in the window, or at a server without accounts: unsaved text passes to the next person who signs in. */
export const NO_ACCOUNT = "";
/** A person with the server's key. No login looks like this. */
export const KEY_HOLDER = "#";

/** `leaving`: the person's page is closing, and has not closed yet. `turn` is distinct for each page. */
export type PersonState = { turn: number; leaving: boolean };

let state: PersonState = { turn: 0, leaving: false };
let next: string = NO_ACCOUNT;
/** State that the storage does not hold: that there is no account, and the login where storage is unavailable. */
let inMemory: string | null = null;
const watchers = new Set<() => void>();
const listeners = new Set<() => void>();

/** Login of the person in this browser; null until it is known. */
export function currentPerson(): string | null {
  try {
    return sessionStorage.getItem(KEY) ?? inMemory;
  } catch {
    return inMemory;
  }
}

/**
 * Records that `login` uses this page. A change of person, or a person with stored work, closes the page first; returns
 * whether the page closes.
 */
export function notePerson(login: string): boolean {
  const before = currentPerson();
  if (before === login) return false;
  if ((before === null || before === NO_ACCOUNT) && asideOf(login).length === 0) {
    mark(login);
    for (const listener of listeners) listener();
    set({ ...state });
    return false;
  }
  next = login;
  set({ ...state, leaving: true });
  return true;
}

/**
 * Completes a change of person after the page has closed: stores the former person's work, restores the next person's.
 */
export function finishChange(): void {
  if (!state.leaving) return;
  const before = currentPerson();
  if (before !== null) move(OF_PERSON, `${ASIDE}${before}/`);
  mark(next);
  move(`${ASIDE}${next}/`, OF_PERSON);
  for (const listener of listeners) listener();
  set({ turn: state.turn + 1, leaving: false });
}

export function personState(): PersonState {
  return state;
}

export function watchPerson(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/**
 * Registers `forget`, which clears a module's state when the person changes. Returns the function that unregisters it.
 */
export function onPersonChange(forget: () => void): () => void {
  listeners.add(forget);
  return () => listeners.delete(forget);
}

/** Storage key of a preference of the person in this browser. */
export function personalKey(key: string): string {
  const person = currentPerson();
  return person === null || person === NO_ACCOUNT || person === KEY_HOLDER ? key : `${key}.${person}`;
}

function set(to: PersonState): void {
  state = to;
  for (const watcher of watchers) watcher();
}

function mark(login: string): void {
  inMemory = login === NO_ACCOUNT ? login : null;
  try {
    if (login === NO_ACCOUNT) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, login);
  } catch {
    // The login stays in memory until the page reloads.
    inMemory = login;
  }
}

function asideOf(login: string): string[] {
  return namesFrom(`${ASIDE}${login}/`);
}

/** Renames storage entries that begin with `from` to begin with `to`. */
function move(from: string, to: string): void {
  try {
    for (const name of namesFrom(from)) {
      const value = sessionStorage.getItem(name) ?? "";
      // The entry is removed first: there may be no room for two, and the next person must not find it.
      sessionStorage.removeItem(name);
      sessionStorage.setItem(to + name.slice(from.length), value);
    }
  } catch {
    // An entry that has no room under its new name is lost rather than shown to another person.
  }
}

function namesFrom(beginning: string): string[] {
  try {
    return Object.keys(sessionStorage).filter((name) => name.startsWith(beginning) && !OF_TAB.has(name));
  } catch {
    return [];
  }
}
