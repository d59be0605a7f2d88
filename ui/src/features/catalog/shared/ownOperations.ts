/**
 * Undo and redo stacks of this tab, newest last: Ctrl+Z undoes a person's own work and nothing else. The stacks are
 * kept by catalog and last as long as the tab; older operations are undone on the page of operations.
 */
import { useSyncExternalStore } from "react";
import { onPersonChange } from "../../../lib/person";
import { readKept, writeKept } from "../../../shared/drafts/keptDraft";

export type OwnOperation = {
  id: string;
  /** Label of the operation, in the person's language. */
  label: string;
};

/** `sent`: operations without an answer so far, oldest first; a reload loses the answers. */
type Stacks = { done: readonly OwnOperation[]; undone: readonly OwnOperation[]; sent: readonly string[] };

const MOST = 200;
const PREFIX = "celeiro.operations.";
const NONE: Stacks = { done: [], undone: [], sent: [] };
/** The database that the stacks belong to; null until one is open. */
let catalog: string | null = null;
let stacks: Stacks = NONE;
const listeners = new Set<() => void>();
const underWay = new Set<Promise<unknown>>();

/** Switches to the stacks of the database `opened`, as this tab left them. */
export function openOperations(opened: string): void {
  if (catalog === opened) return;
  catalog = opened;
  const kept = readKept<null, Stacks>(
    PREFIX + opened,
    ({ done, undone }) => Array.isArray(done) && Array.isArray(undone),
  );
  // Stacks saved by an earlier version lack `sent`.
  show(kept ? { ...NONE, ...kept.draft } : NONE);
}

// Another person's stacks hold other operations.
onPersonChange(() => {
  const open = catalog;
  catalog = null;
  if (open !== null) openOperations(open);
});

/** Records an operation before it is sent, so that its writes count as this tab's own even without an answer. */
export function noteSent(id: string): void {
  const others = stacks.sent.filter((one) => one !== id);
  set({ ...stacks, sent: [...others, id].slice(-MOST) });
}

/** Pushes an operation on this tab's undo stack and clears the redo stack. */
export function noteOperation(operation: OwnOperation): void {
  const sent = stacks.sent.filter((id) => id !== operation.id);
  set({ done: [...stacks.done, operation].slice(-MOST), undone: [], sent });
}

/** Moves `taken` to the redo stack: the operation `by` undid it, and undoing `by` would redo it. */
export function noteUndone(taken: string, by: OwnOperation | null): void {
  set({
    ...stacks,
    done: stacks.done.filter(({ id }) => id !== taken),
    undone: by ? [...stacks.undone, by] : stacks.undone,
  });
}

/** Moves work back to the undo stack: `by` undid the undo `taken`. */
export function noteRedone(taken: string, by: OwnOperation | null): void {
  set({
    ...stacks,
    undone: stacks.undone.filter(({ id }) => id !== taken),
    done: by ? [...stacks.done, by] : stacks.done,
  });
}

/** Records a pending write that will be the newest operation to undo. */
export function noteWriting<T>(write: Promise<T>): Promise<T> {
  underWay.add(write);
  const over = () => underWay.delete(write);
  write.then(over, over);
  return write;
}

/** Runs `act` once the pending writes are stored or refused; at once where there are none. */
export async function whenWritten<T>(act: () => T): Promise<T> {
  if (underWay.size > 0) await Promise.allSettled(underWay);
  return act();
}

export function forgetOperations(): void {
  set(NONE);
}

export function ownOperations(): Stacks {
  return stacks;
}

export function useOwnOperations(): Stacks {
  return useSyncExternalStore(subscribe, ownOperations);
}

function set(next: Stacks): void {
  show(next);
  if (catalog === null) return;
  const isEmpty = Object.values(next).every((list) => list.length === 0);
  writeKept(PREFIX + catalog, isEmpty ? null : { base: null, draft: next, at: new Date().toISOString() });
}

function show(next: Stacks): void {
  stacks = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
