/** What was typed into the form of an item and not saved. */
import type { Item } from "../../../api/types";
import { readKept, writeKept, type StoredDraft } from "../shared/keptDraft";
import { EMPTY, type Draft } from "../../../shared/changes/draft";

const PREFIX = "celeiro.itemDraft.";

export type KeptDraft = StoredDraft<Item, Draft>;

/** `id` is the item's, or `new`. */
export function keptDraft(id: string): KeptDraft | null {
  const kept = readKept<Item, Draft>(PREFIX + id, ({ attributes }) => Array.isArray(attributes));
  // One of an earlier version may lack a field.
  return kept && { ...kept, draft: { ...EMPTY, ...kept.draft } };
}

export function keepDraft(id: string, kept: KeptDraft | null): void {
  writeKept(PREFIX + id, kept);
}
