/**
 * The draft of a small form, kept while it differs from what is stored: after a look at another record,
 * another page or another language in between finds what was typed.
 */
import { useEffect, useState } from "react";
import { bringDraftBack, readDraft, writeDraft, type DraftKey, type DraftKind } from "./drafts/drafts";
import { useDraftInSight } from "./drafts/useDrafts";
import type { StoredDraft } from "./keptDraft";

export type KeptFormOptions<B, D> = {
  kind: Exclude<DraftKind, "item">;
  stored: (B & { id: string | number }) | null;
  draftOf: (base: B | null) => D;
};

export type KeptForm<B, D> = {
  base: B | null;
  draft: D;
  changed: boolean;
  /** When changes were brought back that an earlier visit left unsaved. RFC 3339. */
  restoredAt: string | null;
  setDraft: (draft: D) => void;
  /** Goes on from what is stored now, with `draft` as what is typed. */
  rebase: (base: B, draft: D) => void;
  /** For a form that goes away: nothing of it is kept. */
  forget: () => void;
  /** Brings back what is typed at present, once it was let go of; where nothing is, it does nothing. */
  bringBack: () => void;
};

export function useKeptForm<B, D extends object>({
  kind,
  stored,
  draftOf,
}: KeptFormOptions<B, D>): KeptForm<B, D> {
  const id = String(stored?.id ?? "new");
  const [{ base, draft, at }, set] = useState(() => begin<B, D>({ kind, id }, stored, draftOf));
  const changed = JSON.stringify(draft) !== JSON.stringify(draftOf(base));
  useEffect(() => {
    writeDraft({ kind, id }, changed ? { base, draft, at: new Date().toISOString() } : null);
  }, [kind, id, changed, base, draft]);
  useDraftInSight<B, D>(kind, id, (kept) => set({ ...kept, at: null }));
  return {
    base,
    draft,
    changed,
    restoredAt: changed ? at : null,
    setDraft: (next) => set({ base, draft: next, at }),
    rebase: (next, typed) => set({ base: next, draft: typed, at: null }),
    forget: () => writeDraft({ kind, id }, null),
    bringBack: () => {
      if (changed) bringDraftBack({ kind, id }, { base, draft, at: new Date().toISOString() });
    },
  };
}

type Start<B, D> = Omit<StoredDraft<B, D>, "at"> & { at: string | null };

function begin<B, D extends object>(
  key: DraftKey,
  stored: B | null,
  draftOf: (base: B | null) => D,
): Start<B, D> {
  const own = Object.keys(draftOf(stored));
  const kept = readDraft<B, D>(key, (draft) => own.every((field) => field in draft));
  if (!kept) return { base: stored, draft: draftOf(stored), at: null };
  // Where only what the form does not hold was changed since, as an approval, there is no conflict.
  const same = stored !== null && JSON.stringify(draftOf(kept.base)) === JSON.stringify(draftOf(stored));
  return { ...kept, base: same ? stored : (kept.base ?? stored) };
}
