/** What was typed into the form of an item and not saved. */
import type { Item } from "../../../api/types";
import { bringDraftBack, readDraft, writeDraft } from "../shared/drafts/drafts";
import type { StoredDraft } from "../shared/keptDraft";
import { EMPTY, type Draft } from "../../../shared/changes/draft";

export type KeptDraft = StoredDraft<Item, Draft>;

/** `id` is the item's, or `new`. */
export function keptDraft(id: string): KeptDraft | null {
  const kept = readDraft<Item, Draft>(keyOf(id), ({ attributes }) => Array.isArray(attributes));
  // One of an earlier version may lack a field.
  return kept && { ...kept, draft: { ...EMPTY, ...kept.draft } };
}

export function keepDraft(id: string, kept: KeptDraft | null): void {
  writeDraft(keyOf(id), kept);
}

/** Undoes that `kept` was let go of. */
export function bringItemDraftBack(id: string, kept: KeptDraft): void {
  bringDraftBack(keyOf(id), kept);
}

function keyOf(id: string) {
  return { kind: "item", id } as const;
}
