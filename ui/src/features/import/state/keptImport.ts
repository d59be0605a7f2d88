/**
 * What a person said of a file and no import has stored yet, and the end of its import, kept for this tab: a reload
 * loses none of it. The file's bytes stay where they were sent to; where the program has let go of them, the file is
 * chosen once more.
 */
import { useEffect, useState, useSyncExternalStore } from "react";
import { useStable } from "../../../lib/hooks/useStable";
import type { Kind } from "../../../api/types";
import type { Column, Decimal, FoundColumns, ImportState } from "../columns/targets";
import type { Unchosen } from "./choices/choices";
import type { ChosenProfiles } from "./choices/useChosenProfiles";
import type { Decisions, Fix, Merge, MergeChoice } from "./choices/useDecisions";

export type ImportWork = {
  file: { id: string | null; name: string; size: number | null; fingerprint: string | null };
  kind: Kind;
  /** How far it was. */
  step: "columns" | "preview" | "done";
  /** Where an import has ended: its end, beside which what it refused is corrected. */
  ended: ImportState | null;
  /** The id of an import that was taken back here, whole. */
  takenBack: string | null;
  found: FoundColumns;
  columns: Column[];
  /** What was chosen; null where it is as it was found. */
  decimal: Decimal | null;
  profiles: ChosenProfiles;
  decided: Decisions;
  /** What of all this an import has stored. */
  stored: { decisions: ReadonlySet<object>; choices: boolean };
  unchosen: Unchosen;
  attempt: ImportAttempt | null;
};

/** An import that was asked for, and whose end no page has shown: the program may have begun it. */
export type ImportAttempt = {
  id: string;
  /** What was asked for; the same is asked for under the same id. */
  wanted: string;
};
export type KeptImport = ImportWork & {
  /** RFC 3339. */
  at: string;
};

const KEY = "celeiro.import";

/** What an earlier page of this tab left. */
export function useKeptImport() {
  const [kept] = useState(readKept);
  return kept;
}

/** Keeps `work` as long as this page is there, and over its reload. */
export function useKeeping(work: ImportWork | null) {
  useEffect(() => writeKept(work));
  // A page of the application that is left was asked about: nothing of it comes back.
  useEffect(() => () => writeKept(null), []);
  return {
    isKept: useStable(() => work !== null && isKept()),
    /** Whether the browser has room for it: without, it is lost with its page. */
    hasRoom: useSyncExternalStore(subscribeRoom, () => room.has),
  };
}

const room = { has: true, listeners: new Set<() => void>() };

function subscribeRoom(listener: () => void): () => void {
  room.listeners.add(listener);
  return () => room.listeners.delete(listener);
}

function noteRoom(has: boolean): void {
  if (room.has === has) return;
  room.has = has;
  for (const listener of room.listeners) listener();
}

function readKept(): KeptImport | null {
  try {
    const text = sessionStorage.getItem(KEY);
    const { fixes, merges, mergeChoices, leaveOut, done, choices, ...kept } = JSON.parse(
      text ?? "null",
    ) as StoredImport;
    const decided = {
      fixes: new Map(fixes),
      merges: new Map(merges),
      mergeChoices: new Map(mergeChoices),
      leaveOut,
    };
    const entries = [...decided.fixes, ...decided.merges, ...decided.mergeChoices];
    const decisions = new Set(entries.filter(([key]) => done.includes(key)).map(([, entry]) => entry));
    if (!Array.isArray(kept.columns) || !Array.isArray(kept.found.twins) || !kept.unchosen) return null;
    return { ...kept, decided, stored: { decisions, choices } };
  } catch {
    return null;
  }
}

type StoredImport = Omit<KeptImport, "decided" | "stored"> & {
  fixes: [string, Fix][];
  merges: [string, Merge][];
  mergeChoices: [string, MergeChoice][];
  leaveOut: Decisions["leaveOut"];
  /** The keys of what is stored of them. */
  done: string[];
  choices: boolean;
};

/** Without storage, or without room in it, it lasts as long as its page. */
function writeKept(work: ImportWork | null): void {
  try {
    if (work === null) {
      removeKept();
      return noteRoom(true);
    }
    const { decided, stored: over, ...rest } = work;
    const { fixes, merges, mergeChoices, leaveOut } = decided;
    const isOver = ([, entry]: [string, object]) => over.decisions.has(entry);
    const stored: StoredImport = {
      ...rest,
      fixes: [...fixes],
      merges: [...merges],
      mergeChoices: [...mergeChoices],
      leaveOut,
      done: [...fixes, ...merges, ...mergeChoices].filter(isOver).map(([key]) => key),
      choices: over.choices,
      at: new Date().toISOString(),
    };
    sessionStorage.setItem(KEY, JSON.stringify(stored));
    noteRoom(true);
  } catch {
    // An older state of it would come back in place of this one.
    removeKept();
    noteRoom(false);
  }
}

function removeKept(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // No storage: nothing is there to come back.
  }
}

function isKept(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}
