/**
 * Tells the query log of a search that a person came to: one that stands for a moment, or from which
 * something is opened. What is searched while somebody types leaves no entry.
 */
import { useCallback, useEffect, useRef } from "react";
import { call } from "../../api/command";
import type { SearchRequest } from "../../api/types";

/** How long a search stands before it counts. Milliseconds. */
export const SETTLED_MS = 1_500;

/** The result says at once that the person has come to the search. */
export function useSettledSearch(request: SearchRequest): () => void {
  const told = useRef<string | null>(null);
  const latest = useRef(request);
  useEffect(() => {
    latest.current = request;
  });
  const key = JSON.stringify(request);
  const settle = useCallback(() => {
    const { query } = latest.current;
    const asked = JSON.stringify(latest.current);
    if (query === "" || told.current === asked) return;
    told.current = asked;
    // Nobody waits for it, and nothing is lost where it does not arrive.
    call("search", { ...latest.current, explain: false, settled: true }).catch(() => undefined);
  }, []);
  useEffect(() => {
    const timer = setTimeout(settle, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [key, settle]);
  return settle;
}
