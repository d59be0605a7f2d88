/** What is not stored yet, kept for this tab and this catalog: a reload loses none of it. */
import { readKept, writeKept } from "../../shared/keptDraft";
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

/** Whether it is kept: there may be no storage, or no room in it. */
export function storeWork(catalog: string, work: Work): boolean {
  const nothing = work.steps.length === 0 && work.held.length === 0;
  const kept = { base: null, draft: work, at: new Date().toISOString() };
  return writeKept(PREFIX + catalog, nothing ? null : kept);
}
