/**
 * The rows of the grid, fetched by pages as they come into view. A page once fetched stays; one that
 * is scrolled past before its answer came is not waited for.
 */
import { useQueries, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { call, type CommandError, type Data } from "../../../../api/command";
import { useLanguage } from "../../../../i18n/language";
import { useStable } from "../../../../lib/hooks/useStable";
import type { GridRow } from "../cells/cells";
import { queryOf, type GridQuery, type GridState } from "../../../../shared/filters/gridState";

export const PAGE = 100;
/** Rows fetched at once where many are needed that are not in view, as for copying. */
const CHUNK = 500;
/** Milliseconds until a page that does not change is noticed. */
const NOTICED_MS = 100;

type Page = Data<"grid">;

/** Rows between stand elsewhere now than the rows in sight say: what was meant for one would reach another. */
export class OrderChanged extends Error {}

export type GridRows = {
  /** How many there are; null until the first answer. */
  total: number | null;
  averageCompleteness: number | null;
  rowAt: (index: number) => GridRow | undefined;
  indexOf: (id: string) => number | null;
  /** Rows from `from` to `to`, both included, where all of them were fetched before; else null. */
  knownRows: (from: number, to: number) => GridRow[] | null;
  /**
   * The same rows, whether they were fetched before or not. Rejects with `OrderChanged` where the program
   * lists other rows at the places of known ones, else with a `CommandError`.
   */
  fetchRows: (from: number, to: number) => Promise<GridRow[]>;
  loading: boolean;
  error: CommandError | null;
  retry: () => void;
  refresh: () => Promise<void>;
  /** Asks already for what `next` shows first; over with the answer, or when a person would notice the wait. */
  expect: (next: GridState) => Promise<void>;
};

/** `pages` are the pages in view. */
export function useGridRows(state: GridState, pages: readonly number[]): GridRows {
  const client = useQueryClient();
  const language = useLanguage();
  const query = useMemo(() => queryOf(state), [state]);
  const keyOf = (of: GridQuery, page: number) => ["grid", language, pageQuery(of, page)] as const;
  const pageOf = (of: GridQuery, page: number) => ({
    queryKey: keyOf(of, page),
    queryFn: ({ signal }: { signal: AbortSignal }) => call("grid", pageQuery(of, page), signal),
    staleTime: 60_000,
  });
  const answers = useQueries({ queries: pages.map((page) => pageOf(query, page)) });
  const newest = answers.find(({ data }) => data)?.data;
  // Until a new question is answered, the answer of the one before stands. (Set while rendering, so
  // that nothing in between is seen.)
  const [last, setLast] = useState<{ query: GridQuery; page: Page } | null>(null);
  if (newest && (last?.page !== newest || last.query !== query)) setLast({ query, page: newest });
  const summary = newest ?? last?.page;
  const shown = newest ? query : (last?.query ?? query);

  const rowAt = useCallback(
    (index: number): GridRow | undefined => {
      const page = Math.floor(index / PAGE);
      const data = client.getQueryData<Page>(["grid", language, pageQuery(shown, page)]);
      return data?.rows[index - page * PAGE];
    },
    [client, language, shown],
  );
  const indexOf = useStable((id: string) =>
    findIndex(client, (page) => keyOf(query, page), summary?.total ?? 0, id),
  );
  const knownRows = useStable((from: number, to: number) => {
    const known = lookUp(rowAt, from, to);
    return isComplete(known) ? known : null;
  });
  const fetchRows = useStable((from: number, to: number) => collect(client, query, rowAt, from, to));
  const refresh = useStable(() => client.invalidateQueries({ queryKey: ["grid", language] }));
  const expect = useStable((next: GridState) =>
    Promise.race([client.prefetchQuery(pageOf(queryOf(next), 0)), noticeable()]),
  );
  return {
    expect,
    total: summary?.total ?? null,
    averageCompleteness: summary?.averageCompleteness ?? null,
    rowAt,
    indexOf,
    knownRows,
    fetchRows,
    loading: answers.some(({ isFetching }) => isFetching),
    error: answers.find(({ error }) => error)?.error as CommandError | null,
    retry: () => answers.forEach((answer) => answer.error && void answer.refetch()),
    refresh,
  };
}

function noticeable(): Promise<void> {
  return new Promise((over) => setTimeout(over, NOTICED_MS));
}

function pageQuery(query: GridQuery, page: number): GridQuery {
  return { ...query, offset: page * PAGE, limit: PAGE };
}

function findIndex(
  client: QueryClient,
  keyOf: (page: number) => readonly unknown[],
  total: number,
  id: string,
): number | null {
  for (let page = 0; page * PAGE < total; page++) {
    const at = client.getQueryData<Page>(keyOf(page))?.rows.findIndex(({ item }) => item.id === id) ?? -1;
    if (at >= 0) return page * PAGE + at;
  }
  return null;
}

type RowAt = (index: number) => GridRow | undefined;

function lookUp(rowAt: RowAt, from: number, to: number): (GridRow | undefined)[] {
  return Array.from({ length: to - from + 1 }, (_, at) => rowAt(from + at));
}

function isComplete(rows: (GridRow | undefined)[]): rows is GridRow[] {
  return rows.every((row) => row !== undefined);
}

/** Known rows stay as the person sees them; the others come from the program, if it still lists the known ones there. */
async function collect(
  client: QueryClient,
  query: GridQuery,
  rowAt: RowAt,
  from: number,
  to: number,
): Promise<GridRow[]> {
  const known = lookUp(rowAt, from, to);
  if (isComplete(known)) return known;
  const listed: GridRow[] = [];
  for (let offset = from; offset <= to; offset += CHUNK) {
    const page = { ...query, offset, limit: Math.min(CHUNK, to - offset + 1) };
    const answer = await client.fetchQuery({
      queryKey: ["grid", "block", page],
      queryFn: ({ signal }) => call("grid", page, signal),
      staleTime: 0,
      gcTime: 0,
    });
    listed.push(...answer.rows);
  }
  const rows = known.map((row, at) => row ?? listed[at]);
  const isSameOrder = known.every((row, at) => row === undefined || row.item.id === listed[at]?.item.id);
  if (!isSameOrder || !isComplete(rows)) throw new OrderChanged();
  return rows;
}
