/**
 * The draft of a small form, kept while it differs from what is stored: after a look at another record,
 * another page or another language in between finds what was typed.
 */
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useIsThere } from "../../../lib/hooks/useIsThere";
import { keepTyped, wholeFields } from "./conflict/threeWays";
import { bringDraftBack, readDraft, writeDraft, type DraftKey, type DraftKind } from "./drafts/drafts";
import { settleAway } from "./drafts/settleAway";
import { useDraftInSight } from "./drafts/useDrafts";
import type { StoredDraft } from "./keptDraft";

export type KeptFormOptions<B, D> = {
  kind: Exclude<DraftKind, "item">;
  stored: B | null;
  draftOf: (base: B | null) => D;
};

export type KeptForm<B, D> = {
  base: B | null;
  draft: D;
  changed: boolean;
  /** When changes were brought back that an earlier visit left unsaved. RFC 3339. */
  restoredAt: string | null;
  /** Changes what is typed; what was changed a moment ago, and is not drawn yet, stays. */
  change: (part: Partial<D>) => void;
  /** Goes on from what was stored of `sent`; what was typed since stays unsaved, also where the form is gone by now. */
  settle: (sent: D, stored: B) => void;
  /** Goes on from what is stored now, with `draft` as what is typed. */
  rebase: (base: B, draft: D) => void;
  /** For a form that goes away: nothing of it is kept. */
  forget: () => void;
  /** Brings back what is typed at present, once it was let go of; where nothing is, it does nothing. */
  bringBack: () => void;
};

type Identified = { id: string | number };

export function useKeptForm<B extends Identified, D extends object>({
  kind,
  stored,
  draftOf,
}: KeptFormOptions<B, D>): KeptForm<B, D> {
  const [now, set] = useState(() => begin<B, D>({ kind, id: String(stored?.id ?? "new") }, stored, draftOf));
  const { base, draft, at } = now;
  // A new record has its id once it is stored; its form stays.
  const id = String(base?.id ?? stored?.id ?? "new");
  const isThere = useIsThere();
  const latest = useRef(now);
  useLayoutEffect(() => {
    latest.current = now;
  }, [now]);
  const put = (next: Start<B, D>) => {
    latest.current = next;
    set(next);
  };
  const before = useRef(id);
  useEffect(() => {
    if (before.current !== id) writeDraft({ kind, id: before.current }, null);
    before.current = id;
  }, [kind, id]);
  const changed = JSON.stringify(draft) !== JSON.stringify(draftOf(base));
  useEffect(() => {
    writeDraft({ kind, id }, changed ? { base, draft, at: new Date().toISOString() } : null);
  }, [kind, id, changed, base, draft]);
  useDraftInSight<B, D>(kind, id, (kept) => put({ ...kept, at: null }));
  return {
    base,
    draft,
    changed,
    restoredAt: changed ? at : null,
    change: (part) => put({ ...latest.current, draft: { ...latest.current.draft, ...part } }),
    settle: (sent, next) => {
      const fields = wholeFields<D>();
      if (!isThere()) return settleAway({ key: { kind, id }, fields, draftOf, sent, stored: next });
      const known = draftOf(next);
      const typed = keepTyped(fields, sent, known, latest.current.draft);
      const isOver = fields.listChanged(known, typed).length === 0;
      if (isOver || id !== String(next.id)) writeDraft({ kind, id }, null);
      put({ base: next, draft: typed, at: null });
    },
    rebase: (next, typed) => put({ base: next, draft: typed, at: null }),
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
