/**
 * The draft of a small form, kept while it differs from what is stored: after a look at another record,
 * another page or another language in between finds what was typed.
 */
import { useEffect, useState } from "react";
import { readKept, writeKept, type StoredDraft } from "./keptDraft";

type Kind = "faq" | "synonym";
export type KeptFormOptions<B, D> = {
  kind: Kind;
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
};

export function useKeptForm<B, D extends object>({
  kind,
  stored,
  draftOf,
}: KeptFormOptions<B, D>): KeptForm<B, D> {
  const key = `celeiro.${kind}Draft.${stored?.id ?? "new"}`;
  const [{ base, draft, at }, set] = useState(() => begin<B, D>(key, stored, draftOf));
  const changed = JSON.stringify(draft) !== JSON.stringify(draftOf(base));
  useEffect(() => {
    writeKept(key, changed ? { base, draft, at: new Date().toISOString() } : null);
  }, [key, changed, base, draft]);
  return {
    base,
    draft,
    changed,
    restoredAt: changed ? at : null,
    setDraft: (next) => set({ base, draft: next, at }),
    rebase: (next, typed) => set({ base: next, draft: typed, at: null }),
    forget: () => writeKept(key, null),
  };
}

type Start<B, D> = Omit<StoredDraft<B, D>, "at"> & { at: string | null };

function begin<B, D extends object>(
  key: string,
  stored: B | null,
  draftOf: (base: B | null) => D,
): Start<B, D> {
  const own = Object.keys(draftOf(stored));
  const kept = readKept<B, D>(key, (draft) => own.every((field) => field in draft));
  if (!kept) return { base: stored, draft: draftOf(stored), at: null };
  // Where only what the form does not hold was changed since, as an approval, there is no conflict.
  const same = stored !== null && JSON.stringify(draftOf(kept.base)) === JSON.stringify(draftOf(stored));
  return { ...kept, base: same ? stored : (kept.base ?? stored) };
}
