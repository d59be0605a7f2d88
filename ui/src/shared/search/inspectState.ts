/**
 * An inspected search as the address holds it: a search like the search page's, or one that a trace
 * keeps; what is looked at in it; and weights to begin with. Other pages link here by
 * [`inspectAddress`] and [`traceAddress`].
 */
import type { Kind, SearchRequest } from "../../api/types";
import { parseState, serializeState, type SearchState } from "./searchState";
import { requestOf } from "./useSearchResults";

export const VIEWS = ["fused", "lists", "cut"] as const;
export type View = (typeof VIEWS)[number];

export type InspectState = {
  kind: Kind;
  search: SearchState;
  /** What was said before, which a search of questions takes along. */
  context: string | null;
  /** The trace of a past search or answer, and which of its searches; null for one made now. */
  trace: string | null;
  at: number;
  view: View;
  sliders: boolean;
};

export function parseInspect(params: URLSearchParams): InspectState {
  const kind: Kind = params.get("kind") === "faqs" ? "faqs" : "items";
  const view = VIEWS.find((one) => one === params.get("view"));
  const at = Number(params.get("n"));
  return {
    kind,
    search: parseState(params, kind),
    context: params.get("context") || null,
    trace: params.get("trace") || null,
    at: Number.isInteger(at) && at > 0 ? at : 0,
    view: view ?? "fused",
    sliders: params.get("sliders") === "1",
  };
}

export function serializeInspect(state: InspectState): URLSearchParams {
  const params = serializeState(state.search);
  if (state.kind === "faqs") params.set("kind", "faqs");
  if (state.context) params.set("context", state.context);
  if (state.trace) params.set("trace", state.trace);
  if (state.at > 0) params.set("n", String(state.at));
  if (state.view !== "fused") params.set("view", state.view);
  if (state.sliders) params.set("sliders", "1");
  return params;
}

/** Reads the inspector's first weights from the address, as `path:value`. */
export function weightsOf(params: URLSearchParams): string[] {
  return params.getAll("w");
}

/** The search that the address asks for. */
export function inspectRequest({ kind, search, context }: InspectState): SearchRequest {
  return { ...requestOf(kind, search), queryContext: context };
}

const BASE = "/bench/inspect";

/** Where the search of `state` is inspected; `weights` as `path:value` are tried there at once. */
export function inspectAddress(kind: Kind, search: SearchState, weights: readonly string[] = []): string {
  const params = serializeState({ ...search, open: null });
  if (kind === "faqs") params.set("kind", "faqs");
  for (const weight of weights) params.append("w", weight);
  if (weights.length > 0) params.set("sliders", "1");
  return `${BASE}?${params}`;
}

/** Where a search that a trace keeps is inspected; `trace` may be the answer's id too. */
export function traceAddress(trace: string, at = 0): string {
  const params = new URLSearchParams({ trace });
  if (at > 0) params.set("n", String(at));
  return `${BASE}?${params}`;
}

/** The state of the page for a request that was made once, to make it again. */
export function stateOfRequest(request: SearchRequest): {
  kind: Kind;
  search: SearchState;
  context: string | null;
} {
  const kind = request.kind ?? "items";
  const filters = request.filters ?? {};
  const plain = parseState(new URLSearchParams(), kind);
  return {
    kind,
    context: request.queryContext ?? null,
    search: {
      ...plain,
      query: request.query,
      limit: request.limit ?? plain.limit,
      profile: request.profile ?? null,
      fusion: request.fusion ?? null,
      category: filters.category ?? [],
      manufacturer: filters.manufacturer ?? [],
      tags: filters.tags ?? [],
      stock: filters.stock ?? [],
      minPrice: filters.minPrice ?? null,
      maxPrice: filters.maxPrice ?? null,
      attributes: Object.fromEntries(
        Object.entries(filters.attributes ?? {}).map(([key, value]) => [key, String(value)]),
      ),
    },
  };
}
