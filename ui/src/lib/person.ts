/**
 * Whose page this tab shows, by login. What one person typed and did not save is neither shown nor sent to another
 * who signs in here: it is put aside in the tab's storage under the name of its person, and is there again when
 * that person is back.
 */
const KEY = "celeiro.person";
/** Entries of the storage that belong to the tab, not to a person. */
const OF_TAB: ReadonlySet<string> = new Set([
  KEY,
  "celeiro.token",
  "celeiro.reloadedAt",
  "celeiro.invitationOpened",
]);
const OF_PERSON = "celeiro.";
const ASIDE = "aside.";

/** A person in the window, or at a server that is open to all: what is typed there goes on with who signs in. */
export const NO_ACCOUNT = "";
/** A person with the key of the server. No login looks like it. */
export const KEY_HOLDER = "#";

/** `leaving`: the page of one person goes, and has not gone yet. `turn` is another number for each page. */
export type PersonState = { turn: number; leaving: boolean };

let state: PersonState = { turn: 0, leaving: false };
let next: string = NO_ACCOUNT;
/** What the storage does not hold: that there is no account, and a login where there is no storage. */
let inMemory: string | null = null;
const watchers = new Set<() => void>();
const listeners = new Set<() => void>();

/** Null as long as it is not known. */
export function currentPerson(): string | null {
  try {
    return sessionStorage.getItem(KEY) ?? inMemory;
  } catch {
    return inMemory;
  }
}

/**
 * Notes that `login` is at this page. Where that is another person than before, or one whose work was put aside,
 * the page is taken down first; whether it is, is returned.
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

/** The page of the one is gone: what it kept is put aside, and what the next one has put aside comes back. */
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

/** For what a module holds of a person: `forget` is called when another takes the place. Returns what ends it. */
export function onPersonChange(forget: () => void): () => void {
  listeners.add(forget);
  return () => listeners.delete(forget);
}

/** The name under which a preference of the person is kept, beside those of others. */
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
    // Memory serves until the page is loaded again.
    inMemory = login;
  }
}

function asideOf(login: string): string[] {
  return namesFrom(`${ASIDE}${login}/`);
}

/** Gives entries of the tab's storage that begin with `from` a name that begins with `to` instead. */
function move(from: string, to: string): void {
  try {
    for (const name of namesFrom(from)) {
      const value = sessionStorage.getItem(name) ?? "";
      // First away, then back: there may be no room for both, and the other person must not find it.
      sessionStorage.removeItem(name);
      sessionStorage.setItem(to + name.slice(from.length), value);
    }
  } catch {
    // What has no room under its new name is lost, rather than shown to another person.
  }
}

function namesFrom(beginning: string): string[] {
  try {
    return Object.keys(sessionStorage).filter((name) => name.startsWith(beginning) && !OF_TAB.has(name));
  } catch {
    return [];
  }
}
