/** What was typed and not saved, by item, for this tab: closing the form or the page does not lose it. */
import type { Item } from "../../../api/types";
import type { Draft } from "./draft";

const PREFIX = "celeiro.itemDraft.";

export type KeptDraft = {
  /** What the changes started from; null for an item that does not exist yet. */
  base: Item | null;
  draft: Draft;
  /** RFC 3339. */
  at: string;
};

/** `id` is the item's, or `new`. */
export function keptDraft(id: string): KeptDraft | null {
  try {
    const stored = sessionStorage.getItem(PREFIX + id);
    if (stored === null) return null;
    const kept = JSON.parse(stored) as Partial<KeptDraft>;
    return kept.draft && Array.isArray(kept.draft.attributes) ? (kept as KeptDraft) : null;
  } catch {
    return null;
  }
}

export function keepDraft(id: string, kept: KeptDraft | null): void {
  try {
    if (kept === null) sessionStorage.removeItem(PREFIX + id);
    else sessionStorage.setItem(PREFIX + id, JSON.stringify(kept));
  } catch {
    // No storage: what is typed lasts as long as its form.
  }
}
