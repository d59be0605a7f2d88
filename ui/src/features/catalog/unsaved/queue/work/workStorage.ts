/** What is not stored yet, kept for this tab and this catalog: a reload loses none of it. */
import { readKept, writeKept } from "../../../../../shared/drafts/keptDraft";
import { leanWork } from "./leanWork";
import { NO_WORK, type Work } from "./work";

const PREFIX = "celeiro.cells.";

/** `catalog` stands for the database: cells of one never go into another. */
export function readWork(catalog: string): Work {
  const kept = readKept<null, Work>(
    PREFIX + catalog,
    ({ steps, held, own }) => Array.isArray(steps) && Array.isArray(held) && Array.isArray(own),
  );
  return kept?.draft ?? NO_WORK;
}

/** Catalogs whose cells this tab has kept. */
export function listStoredCatalogs(): string[] {
  try {
    const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));
    return keys.map((key) => key.slice(PREFIX.length)).filter((catalog) => catalog !== "");
  } catch {
    return [];
  }
}

/** What is tried where there is no room for all of it. Characters. */
const LEAN = [2_000_000, 800_000, 200_000, 50_000];

/**
 * Stores the unsaved work. Answers whether it is kept: there may be no storage, or no room in it. Then as
 * much is kept as there is room for, and nothing of what was kept before stays: it would come back in place
 * of what was typed since.
 */
export function storeWork(catalog: string, work: Work): boolean {
  const key = PREFIX + catalog;
  if (isEmptyWork(work)) return writeKept(key, null);
  if (writeWork(key, work)) return true;
  writeKept(key, null);
  for (const most of LEAN) {
    const lean = leanWork(work, most);
    if (lean === null || isEmptyWork(lean) || writeWork(key, lean)) break;
  }
  return false;
}

function isEmptyWork({ steps, held }: Work): boolean {
  return steps.length === 0 && held.length === 0;
}

function writeWork(key: string, work: Work): boolean {
  return writeKept(key, { base: null, draft: work, at: new Date().toISOString() });
}
