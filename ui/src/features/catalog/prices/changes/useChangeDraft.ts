/** The change of prices that is being said: kept in this tab until it is made, as forms of records are. */
import { useEffect, useState } from "react";
import { bringDraftBack, readDraft, writeDraft } from "../../../../shared/drafts/drafts";
import { useDraftInSight } from "../../../../shared/drafts/useDrafts";
import { EMPTY_CHANGE, type ChangeDraft } from "./draft";

const KEY = { kind: "priceChange", id: "new" } as const;

export function useChangeDraft() {
  const [draft, setDraft] = useState(() => fill(readDraft<null, ChangeDraft>(KEY)?.draft));
  const isBegun = JSON.stringify(draft) !== JSON.stringify(EMPTY_CHANGE);
  useEffect(() => {
    writeDraft(KEY, isBegun ? { base: null, draft, at: new Date().toISOString() } : null);
  }, [draft, isBegun]);
  useDraftInSight<null, ChangeDraft>(KEY.kind, KEY.id, (kept) => setDraft(fill(kept.draft)));
  return {
    draft,
    isBegun,
    change: (part: Partial<ChangeDraft>) => setDraft((typed) => ({ ...typed, ...part })),
    forget: () => {
      writeDraft(KEY, null);
      setDraft(EMPTY_CHANGE);
    },
    /** Notes what is typed at present; returns what brings it back once it was let go of. */
    noteDraft: () => {
      const kept = { base: null, draft, at: new Date().toISOString() };
      return () => bringDraftBack(KEY, kept);
    },
  };
}

/** Completes a stored draft of a price change: one of an earlier version may lack a field. */
function fill(kept: ChangeDraft | undefined): ChangeDraft {
  return { ...EMPTY_CHANGE, ...kept };
}
