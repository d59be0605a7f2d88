/**
 * The search with the weights being tried. One question is under way at a time: what was moved meanwhile
 * is asked next, the last place only, so that however fast a slider moves the server is asked as often
 * as it answers. Until then the last order stays: the list moves instead of blinking.
 */
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useCommandQuery } from "../../../api/hooks";
import type { SearchInspection } from "../../../api/types";
import { drafted, isMoved, type Draft } from "./draft";

export function useRerank(inspection: SearchInspection | undefined, wanted: Draft) {
  const [draft, setDraft] = useState(wanted);
  const enabled = inspection !== undefined && inspection.recordedAt === null && isMoved(draft);
  const profile = inspection && drafted(inspection.profile, inspection.kind, draft, inspection.fusion);
  const query = useCommandQuery(
    "rerank",
    {
      search: inspection?.search ?? { query: "" },
      profile: profile ?? { name: "", fusion: "relevance" },
      fusion: profile?.fusion ?? null,
    },
    // Nobody comes back to a place between two others.
    { enabled, placeholderData: keepPreviousData, gcTime: 0 },
  );
  if (draft !== wanted && !query.isFetching) setDraft(wanted);
  return query;
}
