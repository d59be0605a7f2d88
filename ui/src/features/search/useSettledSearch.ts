/**
 * Moves a search into the query log that a person stays with: one that stands for a moment, or from which
 * something is opened. Searches made while a person is typing leave no entry.
 */
import { useCallback, useEffect, useRef } from "react";
import { call } from "../../api/command";
import type { SearchRequest } from "../../api/types";

/** How long a search's result stands before it counts. Milliseconds. */
export const SETTLED_MS = 1_500;

/**
 * Settles the search once a request, however often its result is fetched. `traceId` is that of the
 * request's own result; undefined until there is one. The returned function settles it at once.
 */
export function useSettledSearch(request: SearchRequest, traceId: string | null | undefined): () => void {
  const key = JSON.stringify(request);
  const settledKey = useRef<string | null>(null);
  const settle = useCallback(() => {
    if (!traceId || settledKey.current === key) return;
    settledKey.current = key;
    // The page does not wait for the log, and loses nothing where the entry is not written.
    call("settleSearch", { traceId }).catch(() => undefined);
  }, [key, traceId]);
  useEffect(() => {
    const timer = setTimeout(settle, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [settle]);
  return settle;
}
