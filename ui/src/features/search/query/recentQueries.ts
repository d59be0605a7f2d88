/** The last queries of this person on this machine, newest first; they never leave it. */
import { useSyncExternalStore } from "react";
import type { Kind } from "../../../api/types";
import { onPersonChange, personalKey } from "../../../lib/person";
import { readStored, writeStored } from "../../../lib/storage";

export type RecentQuery = { kind: Kind; query: string };

const KEY = "celeiro.recent";
const KEPT = 8;

let recent: RecentQuery[] = load();
const listeners = new Set<() => void>();

onPersonChange(() => show(load()));

export function rememberQuery(kind: Kind, query: string): void {
  const trimmed = query.trim();
  if (trimmed === "") return;
  const others = recent.filter((one) => one.kind !== kind || one.query !== trimmed);
  store([{ kind, query: trimmed }, ...others].slice(0, KEPT));
}

export function forgetQueries(): void {
  store([]);
}

export function useRecentQueries(): RecentQuery[] {
  return useSyncExternalStore(subscribe, () => recent);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function store(next: RecentQuery[]): void {
  writeStored(personalKey(KEY), JSON.stringify(next));
  show(next);
}

function show(next: RecentQuery[]): void {
  recent = next;
  for (const listener of listeners) listener();
}

function load(): RecentQuery[] {
  try {
    const stored: unknown = JSON.parse(readStored(personalKey(KEY)) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isRecent).slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

function isRecent(value: unknown): value is RecentQuery {
  const one = value as RecentQuery | null;
  return typeof one?.query === "string" && (one.kind === "items" || one.kind === "faqs");
}
