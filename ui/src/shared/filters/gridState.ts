/**
 * Query of the grid: text, filters and sort order. It is stored in the page address, so that Back and links restore it.
 */
import type { Req } from "../../api/command";

export type GridQuery = Req<"grid">;
export type GridFilter = NonNullable<GridQuery["filters"]>[number];
export type GridTest = GridFilter["test"];
export type GridSort = { column: string; descending: boolean };

export type GridState = {
  text: string;
  filters: GridFilter[];
  sort: GridSort[];
};

export const TESTS: readonly GridTest[] = ["is", "isNot", "contains", "below", "above", "empty", "notEmpty"];

/** The default order, which edits seldom change, so that rows keep their places during work. */
export const USUAL_SORT: GridSort[] = [{ column: "name", descending: false }];

const SEPARATOR = "~";

export function parseGridState(params: URLSearchParams): GridState {
  return {
    text: params.get("q") ?? "",
    filters: params.getAll("f").flatMap(parseFilter),
    sort: (params.get("sort") ?? "").split(",").flatMap(parseSort),
  };
}

/** Writes the grid's state into the address's `params`; other parameters stay. */
export function writeGridState(params: URLSearchParams, state: GridState): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of ["q", "f", "sort"]) next.delete(name);
  if (state.text.trim() !== "") next.set("q", state.text);
  for (const { column, test, values = [] } of state.filters)
    next.append("f", [column, test, ...values].map(escapeText).join(SEPARATOR));
  if (state.sort.length > 0)
    next.set(
      "sort",
      state.sort.map(({ column, descending }) => (descending ? `-${column}` : column)).join(","),
    );
  return next;
}

/** Builds the grid's query from its state, without the page. */
export function queryOf(state: GridState): GridQuery {
  const text = state.text.trim();
  return {
    ...(text !== "" && { text }),
    filters: state.filters,
    sort: state.sort.length > 0 ? state.sort : USUAL_SORT,
  };
}

/** Cycles the sort of a column: none, ascending, descending, none. `also` keeps the other columns' order. */
export function cycleSort(sort: readonly GridSort[], column: string, also: boolean): GridSort[] {
  const at = sort.findIndex((one) => one.column === column);
  const current = sort[at];
  const next = !current
    ? [{ column, descending: false }]
    : current.descending
      ? []
      : [{ column, descending: true }];
  if (!also) return next;
  return at < 0 ? [...sort, ...next] : [...sort.slice(0, at), ...next, ...sort.slice(at + 1)];
}

/** Whether a change of `columns` may move, add or remove rows. */
export function orderDependsOn(state: GridState, columns: readonly string[]): boolean {
  const sort = state.sort.length > 0 ? state.sort : USUAL_SORT;
  const watched = new Set([...sort, ...state.filters].map(({ column }) => column));
  if (state.text.trim() !== "") return true;
  // Every save changes these columns.
  const always = ["updatedAt", "version", "completeness"].some((column) => watched.has(column));
  return always || columns.some((column) => watched.has(column));
}

function parseFilter(text: string): GridFilter[] {
  const [column = "", test = "", ...values] = text.split(SEPARATOR).map(unescapeText);
  if (column === "" || !isTest(test)) return [];
  return [{ column, test, values }];
}

function parseSort(text: string): GridSort[] {
  const column = text.replace(/^-/, "");
  return column === "" ? [] : [{ column, descending: text.startsWith("-") }];
}

function isTest(text: string): text is GridTest {
  return (TESTS as readonly string[]).includes(text);
}

function escapeText(text: string): string {
  return encodeURIComponent(text).replaceAll(SEPARATOR, "%7E");
}

function unescapeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
