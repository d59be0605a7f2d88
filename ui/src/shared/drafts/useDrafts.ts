/** The drafts of this tab for components: those that are out of sight, and a form's own. */
import { useEffect, useLayoutEffect, useMemo, useSyncExternalStore } from "react";
import { useStable } from "../../lib/hooks/useStable";
import type { StoredDraft } from "./keptDraft";
import {
  countDrafts,
  hasRoom,
  hiddenDrafts,
  listDraftIds,
  noteInSight,
  subscribeDrafts,
  type DraftKey,
  type DraftKind,
  type ListedDraft,
} from "./drafts";

export function useHiddenDrafts(): readonly ListedDraft[] {
  return useSyncExternalStore(subscribeDrafts, hiddenDrafts);
}

/** The ids of those of one kind, in sight or not. */
export function useDraftIds(kind: DraftKind): string[] {
  const listed = useSyncExternalStore(subscribeDrafts, () => JSON.stringify(listDraftIds(kind)));
  return useMemo(() => JSON.parse(listed) as string[], [listed]);
}

/** For a form: whether what is typed in it outlives a reload. */
export function useHasRoom(key: DraftKey): boolean {
  return useSyncExternalStore(subscribeDrafts, () => hasRoom(key));
}

/** For a form: as long as it is there its draft is in sight, and `take` takes over one that is brought back. */
export function useDraftInSight<B, D>(
  kind: DraftKind,
  id: string,
  take: (kept: StoredDraft<B, D>) => void,
): void {
  const takeNow = useStable(take);
  useLayoutEffect(
    () => noteInSight({ kind, id }, (kept) => takeNow(kept as StoredDraft<B, D>)),
    [kind, id, takeNow],
  );
}

/** The browser asks before this page goes away with a draft, which would not outlive its tab. */
export function useDraftQuestion(): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (countDrafts() > 0) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);
}
