/**
 * State of a search in the page address: query, filters, order, options, and the open hit. Pure functions: reading
 * tolerates any address, and writing omits defaults, so that equal searches have equal addresses.
 */
import type { Filters, Fusion, Kind, Sort } from "../../api/types";
import { isStockState, type StockState } from "../stock/stockStates";

export type SearchState = {
  query: string;
  category: string[];
  manufacturer: string[];
  tags: string[];
  stock: StockState[];
  minPrice: number | null;
  maxPrice: number | null;
  attributes: Record<string, string>;
  sort: Sort;
  /** `null`: the active profile. */
  profile: string | null;
  /** `null`: the profile's own. */
  fusion: Fusion | null;
  limit: number;
  /** Id of the record whose details are open. */
  open: string | null;
  /** Id of the record whose score explanation is open. */
  why: string | null;
  /** Id or external id of the record that it is compared with. */
  against: string | null;
};

export const DEFAULT_LIMIT = 20;
export const LIMITS = [10, 20, 30, 50] as const;
export const SORTS: Record<Kind, readonly Sort[]> = {
  items: ["relevance", "priceAsc", "priceDesc", "name", "newest"],
  faqs: ["relevance", "newest"],
};
export const FUSIONS: readonly Fusion[] = ["relevance", "enhanced", "rrf", "simple"];

const ATTRIBUTE = "a.";

export function parseState(params: URLSearchParams, kind: Kind): SearchState {
  const sort = params.get("sort") as Sort | null;
  const fusion = params.get("fusion") as Fusion | null;
  const limit = Number(params.get("limit"));
  return {
    query: params.get("q") ?? "",
    category: distinct(params.getAll("category")),
    manufacturer: distinct(params.getAll("manufacturer")),
    tags: distinct(params.getAll("tag")),
    stock: distinct(params.getAll("stock")).filter(isStockState),
    minPrice: price(params.get("min")),
    maxPrice: price(params.get("max")),
    attributes: Object.fromEntries(
      [...params]
        .filter(([name]) => name.startsWith(ATTRIBUTE))
        .map(([name, value]) => [name.slice(ATTRIBUTE.length), value]),
    ),
    sort: sort && SORTS[kind].includes(sort) ? sort : "relevance",
    profile: params.get("profile") || null,
    fusion: fusion && FUSIONS.includes(fusion) ? fusion : null,
    limit: (LIMITS as readonly number[]).includes(limit) ? limit : DEFAULT_LIMIT,
    open: params.get("open") || null,
    why: params.get("why") || null,
    against: params.get("vs") || null,
  };
}

export function serializeState(state: SearchState): URLSearchParams {
  const params = new URLSearchParams();
  if (state.query) params.set("q", state.query);
  for (const value of state.category) params.append("category", value);
  for (const value of state.manufacturer) params.append("manufacturer", value);
  for (const value of state.tags) params.append("tag", value);
  for (const value of state.stock) params.append("stock", value);
  if (state.minPrice !== null) params.set("min", String(state.minPrice));
  if (state.maxPrice !== null) params.set("max", String(state.maxPrice));
  for (const [key, value] of Object.entries(state.attributes)) params.set(ATTRIBUTE + key, value);
  if (state.sort !== "relevance") params.set("sort", state.sort);
  if (state.profile) params.set("profile", state.profile);
  if (state.fusion) params.set("fusion", state.fusion);
  if (state.limit !== DEFAULT_LIMIT) params.set("limit", String(state.limit));
  if (state.open) params.set("open", state.open);
  if (state.why) params.set("why", state.why);
  if (state.against) params.set("vs", state.against);
  return params;
}

/** The address of a fresh search. */
export function searchAddress(kind: Kind, query: string): string {
  return `${kind === "items" ? "/search" : "/faq"}?${new URLSearchParams({ q: query })}`;
}

export const NO_FILTERS = {
  category: [],
  manufacturer: [],
  tags: [],
  stock: [],
  minPrice: null,
  maxPrice: null,
  attributes: {},
} satisfies Partial<SearchState>;

export function filtersOf(state: SearchState): Filters {
  const { category, manufacturer, tags, stock, minPrice, maxPrice, attributes } = state;
  return { category, manufacturer, tags, stock, minPrice, maxPrice, attributes };
}

export function countFilters(state: SearchState): number {
  return (
    state.category.length +
    state.manufacturer.length +
    state.tags.length +
    state.stock.length +
    Object.keys(state.attributes).length +
    (state.minPrice !== null || state.maxPrice !== null ? 1 : 0)
  );
}

function distinct(values: string[]): string[] {
  return [...new Set(values.filter((value) => value !== ""))];
}

function price(text: string | null): number | null {
  if (text === null || text.trim() === "") return null;
  const value = Number(text);
  return Number.isFinite(value) && value >= 0 ? value : null;
}
