/**
 * The files that are on their way, and those that were refused, by item. What only counts them needs nothing of how
 * they are sent.
 */
import { useEffect, useSyncExternalStore } from "react";
import type { CommandError } from "../../api/command";

export type Sending = {
  key: string;
  name: string;
  size: number;
  /** 0 to 1; null while the program reads what it has. */
  fraction: number | null;
  error: CommandError | null;
};

const NONE: readonly Sending[] = [];
const lists = new Map<string, readonly Sending[]>();
const watchers = new Map<string, Set<() => void>>();
/** Those of every item. */
const ofAll = new Set<() => void>();

export function listSendings(itemId: string): readonly Sending[] {
  return lists.get(itemId) ?? NONE;
}

/** Files that would be lost with the page. One that was refused is not on its way. */
export function countSendings(): number {
  return [...lists.values()].flat().filter(({ error }) => error === null).length;
}

export function watchSending(itemId: string, watcher: () => void): () => void {
  const own = watchers.get(itemId) ?? new Set();
  watchers.set(itemId, own.add(watcher));
  return () => {
    own.delete(watcher);
    if (own.size === 0 && watchers.get(itemId) === own) watchers.delete(itemId);
  };
}

export function isWatched(itemId: string): boolean {
  return watchers.has(itemId);
}

export function setSendings(itemId: string, next: readonly Sending[]): void {
  if (next.length === 0) lists.delete(itemId);
  else lists.set(itemId, next);
  for (const watcher of [...(watchers.get(itemId) ?? []), ...ofAll]) watcher();
}

export function clearSendings(): void {
  lists.clear();
  for (const watcher of ofAll) watcher();
}

export function useSendingCount(): number {
  return useSyncExternalStore(watchAll, countSendings);
}

/** The browser asks before this page goes away with files on their way. */
export function useSendingQuestion(): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (countSendings() > 0) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);
}

function watchAll(watcher: () => void): () => void {
  ofAll.add(watcher);
  return () => ofAll.delete(watcher);
}
