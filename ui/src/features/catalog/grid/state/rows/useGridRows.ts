/**
 * Rows of the grid, fetched by pages as they scroll into view. A fetched page is cached; the request of a page that
 * scrolled out of view is cancelled.
 */
import { useQueries, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { call, type CommandError, type Data } from "../../../../../api/command";
import { useLanguage } from "../../../../../i18n/language";
import { useStable } from "../../../../../lib/hooks/useStable";
import type { GridRow } from "../../cells/cells";
import { readListing, type Listing } from "./listedRows";
import { queryOf, type GridQuery, type GridState } from "../../../../../shared/filters/gridState";

export const PAGE = 100;
/** Delay after which a person notices a page that does not change. Milliseconds. */
const NOTICED_MS = 100;

type Page = Data<"grid">;

export type GridRows = {
  /** The number of rows; null until the first answer. */
  total: number | null;
  averageCompleteness: number | null;
  rowAt: (index: number) => GridRow | undefined;
  /** Like `rowAt`, except for rows of an invalidated page out of view: their places may have changed. */
  knownRowAt: (index: number) => GridRow | undefined;
  indexOf: (id: string) => number | null;
  /** The index of an item among the rows of `rowAt`, without invalidated pages out of view. */
  placeOf: (id: string) => number | null;
  /** Rows from `from` to `to`, both included, where all are cached; else null. */
  knownRows: (from: number, to: number) => GridRow[] | null;
  /**
   * The same rows, cached or fetched. Rejects with `OrderChanged` where the program's order differs from that of the
   * cached rows, else with a `CommandError`.
   */
  fetchRows: (from: number, to: number) => Promise<GridRow[]>;
  /** A listing of these places, to be read later in the order that is visible now. */
  listingOf: (from: number, to: number) => Listing;
  loading: boolean;
  /** The rows answer the current query, not the previous one. */
  isCurrent: boolean;
  /** The rows in view are up to date: none is being fetched or waits for it. */
  isCertain: boolean;
  /** A page in view is not fetched, because it would not fit the others. */
  lacksPage: boolean;
  error: CommandError | null;
  retry: () => void;
  refresh: () => Promise<void>;
  /** Prefetches the first rows of `next`; resolves with the answer, or when a person would notice the wait. */
  expect: (next: GridState) => Promise<void>;
};

/**
 * `pages` are the pages in view. Unless the order of the rows `isSettled`, no page is fetched: next to the cached ones
 * it would skip or repeat rows.
 */
export function useGridRows(state: GridState, pages: readonly number[], isSettled: boolean): GridRows {
  const client = useQueryClient();
  const language = useLanguage();
  const query = useMemo(() => queryOf(state), [state]);
  const keyOf = (of: GridQuery, page: number) => ["grid", language, pageQuery(of, page)] as const;
  const pageOf = (of: GridQuery, page: number) => ({
    queryKey: keyOf(of, page),
    queryFn: ({ signal }: { signal: AbortSignal }) => call("grid", pageQuery(of, page), signal),
    staleTime: 60_000,
  });
  // Data that was invalidated while another query or page was visible must not render as current.
  const [asked, setAsked] = useState<GridQuery | null>(null);
  if (asked !== query) {
    dropSpoiled(client);
    setAsked(query);
  }
  const isThere = (page: number) => {
    const found = client.getQueryState(keyOf(query, page));
    return found?.data !== undefined && (!found.isInvalidated || found.fetchStatus === "fetching");
  };
  const options = isSettled ? {} : { enabled: false };
  const answers = useQueries({ queries: pages.map((page) => ({ ...pageOf(query, page), ...options })) });
  const newest = answers.find(({ data }) => data)?.data;
  // The previous query's rows stay until the current query is answered. (Set while rendering, so that no state in
  // between renders.)
  const [last, setLast] = useState<{ query: GridQuery; page: Page } | null>(null);
  if (newest && (last?.page !== newest || last.query !== query)) setLast({ query, page: newest });
  const summary = newest ?? last?.page;
  const shown = newest ? query : (last?.query ?? query);

  // Rows as rendered: newer cache entries would put other rows under a key than the person sees.
  const drawn = new Map(shown === query ? pages.map((page, at) => [page, answers[at]?.data]) : []);
  const pageAt = (page: number) => drawn.get(page) ?? client.getQueryData<Page>(keyOf(shown, page));
  const rowAt = (index: number): GridRow | undefined => {
    const page = Math.floor(index / PAGE);
    return pageAt(page)?.rows[index - page * PAGE];
  };
  const isSpoiled = (page: number) =>
    !pages.includes(page) && client.getQueryState(keyOf(shown, page))?.isInvalidated === true;
  const indexOf = useStable((id: string) =>
    findIndex((page) => client.getQueryData<Page>(keyOf(query, page)), summary?.total ?? 0, id),
  );
  const placeOf = (id: string) =>
    findIndex((page) => (isSpoiled(page) ? undefined : pageAt(page)), summary?.total ?? 0, id);
  const knownRowAt = useStable((index: number) =>
    isSpoiled(Math.floor(index / PAGE)) ? undefined : rowAt(index),
  );
  const knownRows = useStable((from: number, to: number) => {
    const known = lookUp(knownRowAt, from, to);
    return isComplete(known) ? known : null;
  });
  const total = summary?.total ?? null;
  const listingOf = useStable((from: number, to: number): Listing => {
    const seen = seenRows(knownRowAt, from, to, total ?? 0);
    return { query: shown, from, to, total: total ?? 0, seen };
  });
  const fetchRows = useStable((from: number, to: number) => collect(client, knownRowAt, listingOf(from, to)));
  const refresh = useStable(() => client.invalidateQueries({ queryKey: ["grid", language] }));
  const expect = useStable((next: GridState) =>
    Promise.race([client.prefetchQuery(pageOf(queryOf(next), 0)), noticeable()]),
  );
  const loading = answers.some(({ isFetching }) => isFetching);
  const lacksPage = !isSettled && !pages.every(isThere);
  return {
    expect,
    total,
    averageCompleteness: summary?.averageCompleteness ?? null,
    rowAt,
    knownRowAt,
    indexOf,
    placeOf,
    knownRows,
    fetchRows,
    listingOf,
    loading,
    isCurrent: shown === query,
    isCertain: shown === query && !loading && !lacksPage,
    lacksPage,
    error: answers.find(({ error }) => error)?.error as CommandError | null,
    retry: () => answers.forEach((answer) => answer.error && void answer.refetch()),
    refresh,
  };
}

/** Removes pages out of view whose rows may have changed. */
function dropSpoiled(client: QueryClient): void {
  client.removeQueries({
    queryKey: ["grid"],
    type: "inactive",
    predicate: ({ state }) => state.isInvalidated && state.fetchStatus === "idle",
  });
}

function noticeable(): Promise<void> {
  return new Promise((over) => setTimeout(over, NOTICED_MS));
}

function pageQuery(query: GridQuery, page: number): GridQuery {
  return { ...query, offset: page * PAGE, limit: PAGE };
}

function findIndex(pageAt: (page: number) => Page | undefined, total: number, id: string): number | null {
  for (let page = 0; page * PAGE < total; page++) {
    const at = pageAt(page)?.rows.findIndex(({ item }) => item.id === id) ?? -1;
    if (at >= 0) return page * PAGE + at;
  }
  return null;
}

type RowAt = (index: number) => GridRow | undefined;

/** Lists the row numbers from `from` to `to`, both included. */
export function rangeBetween(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
}

function lookUp(rowAt: RowAt, from: number, to: number): (GridRow | undefined)[] {
  return rangeBetween(from, to).map(rowAt);
}

function isComplete(rows: (GridRow | undefined)[]): rows is GridRow[] {
  return rows.every((row) => row !== undefined);
}

/** Where no row of the block is cached, the nearest cached ones are returned: pages are cached whole or not at all. */
function seenRows(rowAt: RowAt, from: number, to: number, total: number): Listing["seen"] {
  const idsAt = (places: readonly number[]) =>
    places.flatMap((at) => {
      const row = rowAt(at);
      return row ? [{ at, id: row.item.id }] : [];
    });
  const inside = idsAt(rangeBetween(from, to));
  if (inside.length > 0) return inside;
  const firsts = rangeBetween(0, Math.floor((total - 1) / PAGE)).map((page) => page * PAGE);
  const above = idsAt(firsts.filter((at) => at < from)).slice(-1);
  return [...above, ...idsAt(firsts.filter((at) => at > to)).slice(0, 1)];
}

/** Cached rows stay as the person sees them; the program supplies the others. */
async function collect(client: QueryClient, rowAt: RowAt, listing: Listing): Promise<GridRow[]> {
  const known = lookUp(rowAt, listing.from, listing.to);
  if (isComplete(known)) return known;
  const ask = (page: GridQuery) =>
    client.fetchQuery({
      queryKey: ["grid", "block", page],
      queryFn: ({ signal }) => call("grid", page, signal),
      staleTime: 0,
      gcTime: 0,
    });
  const listed = await readListing(ask, listing);
  return listed.map((row, at) => known[at] ?? row);
}
