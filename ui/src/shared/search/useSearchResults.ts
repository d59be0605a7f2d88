/** Asks for the results of the state in the address, and for the facets to narrow them by. */
import { keepPreviousData } from "@tanstack/react-query";
import { useCommandQuery } from "../../api/hooks";
import type { Kind, SearchRequest, SearchResponse } from "../../api/types";
import { filtersOf, type SearchState } from "./searchState";

export function useSearchResults(request: SearchRequest) {
  // The person may still be typing: `useSettledSearch` moves what they stay with into the log.
  return useCommandQuery(
    "search",
    { ...request, settled: false },
    {
      enabled: request.query !== "",
      placeholderData: keepPreviousData,
    },
  );
}

/** The search that a state of the page asks for. */
export function requestOf(kind: Kind, state: SearchState): SearchRequest {
  return {
    query: state.query.trim(),
    kind,
    limit: state.limit,
    filters: filtersOf(state),
    sort: state.sort,
    profile: state.profile,
    fusion: state.fusion,
    explain: true,
  };
}

/** The values to filter by beside the results of `request`; those of the whole catalog without a query. */
export function useSearchFacets(request: SearchRequest, enabled: boolean) {
  const searches = request.query !== "";
  const ofCatalog = useCommandQuery(
    "facets",
    {},
    { enabled: enabled && !searches, placeholderData: keepPreviousData, staleTime: 60_000 },
  );
  const { query, kind, filters, profile, fusion } = request;
  const ofSearch = useCommandQuery(
    "searchFacets",
    { query, kind, filters, profile, fusion },
    { enabled: enabled && searches, placeholderData: keepPreviousData },
  );
  return searches
    ? { query: ofSearch, ...ofSearch.data }
    : { query: ofCatalog, facets: ofCatalog.data, matched: undefined };
}

/**
 * Lists every word that made a hit, to mark it: the query's tokens, what they were read as, and the
 * synonyms that matched.
 */
export function highlightTerms(response: SearchResponse, index: number): string[] {
  const signals = response.results[index]?.lexicalSignals;
  return [
    ...new Set([
      ...response.tokens,
      ...response.corrections.flatMap(({ words }) => words),
      ...(signals?.fields.map(({ term }) => term) ?? []),
      ...(signals?.cultures ?? []),
      ...(signals?.treatments ?? []),
    ]),
  ];
}
