/**
 * What this tab has written, newest last: Ctrl+Z reaches a person's own work and nothing else. It lasts as
 * long as the tab, by catalog; what is older is taken back on the page of operations.
 */
import { useSyncExternalStore } from "react";
import { onPersonChange } from "../../../lib/person";
import { readKept, writeKept } from "../../../shared/drafts/keptDraft";

export type OwnOperation = {
  id: string;
  /** What it was, in the person's words. */
  label: string;
};

/** `sent`: operations that were on their way when last known of, oldest first; a reload loses their answers. */
type Stacks = { done: readonly OwnOperation[]; undone: readonly OwnOperation[]; sent: readonly string[] };

const MOST = 200;
const PREFIX = "celeiro.operations.";
const NONE: Stacks = { done: [], undone: [], sent: [] };
/** The database that the stacks belong to; null until one is open. */
let catalog: string | null = null;
let stacks: Stacks = NONE;
const listeners = new Set<() => void>();
const underWay = new Set<Promise<unknown>>();

/** From here on the stacks are those of `opened`, as this tab left them. */
export function openOperations(opened: string): void {
  if (catalog === opened) return;
  catalog = opened;
  const kept = readKept<null, Stacks>(
    PREFIX + opened,
    ({ done, undone }) => Array.isArray(done) && Array.isArray(undone),
  );
  // One of an earlier version has none that were sent.
  show(kept ? { ...NONE, ...kept.draft } : NONE);
}

// Another person has done other things.
onPersonChange(() => {
  const open = catalog;
  catalog = null;
  if (open !== null) openOperations(open);
});

/** Notes an operation before it is sent, so that what it stores is known as this tab's own without an answer too. */
export function noteSent(id: string): void {
  const others = stacks.sent.filter((one) => one !== id);
  set({ ...stacks, sent: [...others, id].slice(-MOST) });
}

/** A new piece of work: what was taken back before it cannot be brought back any more. */
export function noteOperation(operation: OwnOperation): void {
  const sent = stacks.sent.filter((id) => id !== operation.id);
  set({ done: [...stacks.done, operation].slice(-MOST), undone: [], sent });
}

/** `taken` was undone by the operation `by`, whose own undo would bring it back. */
export function noteUndone(taken: string, by: OwnOperation | null): void {
  set({
    ...stacks,
    done: stacks.done.filter(({ id }) => id !== taken),
    undone: by ? [...stacks.undone, by] : stacks.undone,
  });
}

/** `taken` (an undo) was undone by `by`: the work stands again. */
export function noteRedone(taken: string, by: OwnOperation | null): void {
  set({
    ...stacks,
    undone: stacks.undone.filter(({ id }) => id !== taken),
    done: by ? [...stacks.done, by] : stacks.done,
  });
}

/** Notes that something is being written that will be the latest thing to take back. */
export function noteWriting<T>(write: Promise<T>): Promise<T> {
  underWay.add(write);
  const over = () => underWay.delete(write);
  write.then(over, over);
  return write;
}

/** Runs `act` once what is being written is stored or refused; at once where that is nothing. */
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
