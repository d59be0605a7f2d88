/**
 * What a person said of a file and no import has stored yet, kept for this tab: a reload loses none of it. Its
 * bytes stay where they were sent to; where the program has let go of them, the file is chosen once more.
 */
import { useEffect, useState } from "react";
import { useStable } from "../../../lib/hooks/useStable";
import type { Kind } from "../../../api/types";
import type { Column, Decimal, FoundColumns } from "../columns/targets";
import type { Unchosen } from "./choices";
import type { Decisions, Merge } from "./useDecisions";

export type ImportWork = {
  file: { id: string | null; name: string; size: number | null };
  kind: Kind;
  /** How far it was. */
  step: "columns" | "preview";
  found: FoundColumns;
  columns: Column[];
  decimal: Decimal;
  decided: Decisions;
  unchosen: Unchosen;
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

/** Keeps `work` as long as this page is there, and over its reload. Returns whether it is kept. */
export function useKeeping(work: ImportWork | null): () => boolean {
  useEffect(() => writeKept(work));
  // A page of the application that is left was asked about: nothing of it comes back.
  useEffect(() => () => writeKept(null), []);
  return useStable(() => work !== null && isKept());
}

function readKept(): KeptImport | null {
  try {
    const stored = sessionStorage.getItem(KEY);
    const { fixes, merges, leaveOut, ...kept } = JSON.parse(stored ?? "null") as Stored;
    const decided = { fixes: new Map(fixes), merges: new Map(merges), leaveOut };
    return Array.isArray(kept.columns) && kept.found && kept.unchosen ? { ...kept, decided } : null;
  } catch {
    return null;
  }
}

type Stored = Omit<KeptImport, "decided"> & {
  fixes: [string, { row: number; column: string; value: string }][];
  merges: [string, Merge][];
  leaveOut: Decisions["leaveOut"];
};

/** Without storage, or without room in it, it lasts as long as its page. */
function writeKept(work: ImportWork | null): void {
  try {
    if (work === null) return sessionStorage.removeItem(KEY);
    const { decided, ...rest } = work;
    const { fixes, merges, leaveOut } = decided;
    const stored: Stored = {
      ...rest,
      fixes: [...fixes],
      merges: [...merges],
      leaveOut,
      at: new Date().toISOString(),
    };
    sessionStorage.setItem(KEY, JSON.stringify(stored));
  } catch {
    // An older state of it would come back in place of this one.
    if (work !== null) writeKept(null);
  }
}

function isKept(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}
