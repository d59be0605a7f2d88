/** The program's own state, polled, and what follows in the cache when it changes. */
import { useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { CommandError } from "../../api/command";
import { useCommandQuery } from "../../api/hooks";
import { invalidateTags } from "../../api/tags";
import type { Status, Tag } from "../../api/types";

const POLL_MS = 5_000;
/** A start is watched more closely: each of its steps takes about a second. */
const POLL_STARTING_MS = 1_000;

export type StatusQuery = UseQueryResult<Status, CommandError>;

export function useStatus(): StatusQuery {
  return useCommandQuery(
    "status",
    {},
    {
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.phase === "starting" ? POLL_STARTING_MS : POLL_MS),
      // A change of language asks anew; until the answer is there the old text serves.
      placeholderData: (previous) => previous,
    },
  );
}

/** Fetches again what the change from one status to the next has made stale. */
export function useStatusEffects({ data, isError }: StatusQuery): void {
  const client = useQueryClient();
  const before = useRef<{ status: Status; reachable: boolean } | null>(null);

  useEffect(() => {
    if (!data) return;
    const last = before.current;
    before.current = { status: data, reachable: !isError };
    if (!last || isError) return;
    void invalidateTags(client, spoiledBy(last.status, data, last.reachable));
  }, [client, data, isError]);
}

/** What may have changed behind the page's back between two looks at the status. */
export function spoiledBy(before: Status, after: Status, wasReachable: boolean): Tag[] {
  if (!wasReachable || (before.phase !== "ready" && after.phase === "ready")) {
    return ["catalog", "faqs", "models", "profiles", "config", "accounts"];
  }
  const tags: Tag[] = [];
  if (before.items !== after.items || before.activeItems !== after.activeItems) tags.push("catalog");
  if (before.faqs !== after.faqs) tags.push("faqs");
  if (modelsOf(before) !== modelsOf(after)) tags.push("models");
  return tags;
}

/** Which models serve and in what state; counts left out, or every poll of a long run would fetch all again. */
function modelsOf(status: Status): string {
  return status.embeddings.map(({ corpus, model, state }) => `${corpus}:${model}:${state}`).join("|");
}
