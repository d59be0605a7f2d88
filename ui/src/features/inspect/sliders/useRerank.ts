/** The search, and the open query set, with the weights being tried; until the answer, the last one stays. */
import { keepPreviousData } from "@tanstack/react-query";
import { useCommandQuery } from "../../../api/hooks";
import type { Profile, SearchInspection } from "../../../api/types";
import { applyDraft, isMoved, type Draft } from "./draft";
import { useLatest } from "./useThrottledLatest";

// A place between two others is not gone back to.
const PASSING = { placeholderData: keepPreviousData, gcTime: 0 } as const;
const NO_PROFILE: Profile = { name: "", fusion: "relevance" };

export function useRerank(inspection: SearchInspection | undefined, wanted: Draft) {
  const [draft, follow] = useLatest(wanted);
  const profile = draftedOf(inspection, draft);
  const query = useCommandQuery(
    "rerank",
    {
      search: inspection?.search ?? { query: "" },
      profile: profile ?? NO_PROFILE,
      fusion: profile?.fusion ?? null,
    },
    { ...PASSING, enabled: profile !== null },
  );
  follow(query.isFetching);
  return query;
}

/** What the weights do to the query set `setId`, measured against the profile in force. */
export function useRerankSet(inspection: SearchInspection, wanted: Draft, setId: string | null) {
  const [draft, follow] = useLatest(wanted);
  const profile = draftedOf(inspection, draft);
  const query = useCommandQuery(
    "rerankSet",
    { profile: profile ?? NO_PROFILE, setId: setId ?? "" },
    { ...PASSING, enabled: profile !== null && setId !== null },
  );
  follow(query.isFetching);
  return query;
}

/** The profile that moved sliders try; null where none is moved. */
function draftedOf(inspection: SearchInspection | undefined, draft: Draft): Profile | null {
  if (inspection?.recordedAt !== null || !isMoved(draft)) return null;
  return applyDraft(inspection.profile, inspection.kind, draft, inspection.fusion);
}
