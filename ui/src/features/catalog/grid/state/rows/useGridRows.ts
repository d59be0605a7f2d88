/**
 * The rows of the grid, fetched by pages as they come into view. A page once fetched stays; one that
 * is scrolled past before its answer came is not waited for.
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
/** Milliseconds until a page that does not change is noticed. */
const NOTICED_MS = 100;

type Page = Data<"grid">;

export type GridRows = {
  /** How many there are; null until the first answer. */
  total: number | null;
  averageCompleteness: number | null;
  rowAt: (index: number) => GridRow | undefined;
  /** The same, unless its page is out of sight and was spoiled since: its rows may stand elsewhere. */
  knownRowAt: (index: number) => GridRow | undefined;
  indexOf: (id: string) => number | null;
  /** Where an item stands among the rows that `rowAt` gives, leaving out pages that were spoiled out of sight. */
  placeOf: (id: string) => number | null;
  /** Rows from `from` to `to`, both included, where all of them were fetched before; else null. */
  knownRows: (from: number, to: number) => GridRow[] | null;
  /**
   * The same rows, whether they were fetched before or not. Rejects with `OrderChanged` where the program
   * lists them in another order than the known ones stand in, else with a `CommandError`.
   */
  fetchRows: (from: number, to: number) => Promise<GridRow[]>;
  /** These places, to be read later as they are seen now. */
  listingOf: (from: number, to: number) => Listing;
  loading: boolean;
  /** The rows answer the present question, not the one before it. */
  isCurrent: boolean;
  /** What is in view is listed as it stands: nothing of it is being read, or waits to be. */
  isCertain: boolean;
  /** A page in view is not fetched, as it would not fit the others. */
  lacksPage: boolean;
  error: CommandError | null;
  retry: () => void;
  refresh: () => Promise<void>;
  /** Asks already for what `next` shows first; over with the answer, or when a person would notice the wait. */
  expect: (next: GridState) => Promise<void>;
};

/**
 * `pages` are the pages in view. Unless the order of the rows `isSettled`, no page is
 * fetched: beside the others it would skip rows or show them twice.
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
  // What was spoiled while another list was shown, or another page, is not shown as if it stood so.
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
  // Until a new question is answered, the answer of the one before stands. (Set while rendering, so
  // that nothing in between is seen.)
  const [last, setLast] = useState<{ query: GridQuery; page: Page } | null>(null);
  if (newest && (last?.page !== newest || last.query !== query)) setLast({ query, page: newest });
  const summary = newest ?? last?.page;
  const shown = newest ? query : (last?.query ?? query);

  // As they are drawn: what the cache has got since would put other rows under a key than a person sees.
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

/** Forgets the pages out of sight whose rows may be others by now. */
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

/** Both included. */
export function rangeBetween(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
}

function lookUp(rowAt: RowAt, from: number, to: number): (GridRow | undefined)[] {
  return rangeBetween(from, to).map(rowAt);
}

function isComplete(rows: (GridRow | undefined)[]): rows is GridRow[] {
  return rows.every((row) => row !== undefined);
}

/** Where no row of the block was seen, the nearest ones are: whole pages are known, or nothing of them. */
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

/** Known rows stay as the person sees them; the others come from the program. */
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
