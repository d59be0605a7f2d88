/** What is typed of a change of prices that is not made yet. */
import { readPriceRule } from "../../../../shared/prices/priceRule";
import { queryOf, type GridFilter } from "../../../../shared/filters/gridState";
import { NO_RULE, type RuleDraft } from "../RuleFields";
import type { PreviewRequest } from "../types";

export const WAYS = ["percent", "fromCost"] as const;
export const SCOPES = ["all", "category", "manufacturer", "filter"] as const;
export type Scope = (typeof SCOPES)[number];

export type ChangeDraft = RuleDraft & {
  name: string;
  /** The list whose prices change; blank for those of the counter. */
  list: string;
  way: (typeof WAYS)[number];
  percent: number | string;
  scope: Scope;
  /** The category or the manufacturer. */
  value: string;
  filters: GridFilter[];
  isPlanned: boolean;
  /** On which day, where it is planned. */
  day: string;
};

export const EMPTY_CHANGE: ChangeDraft = {
  ...NO_RULE,
  name: "",
  list: "",
  way: "percent",
  percent: "",
  scope: "all",
  value: "",
  filters: [],
  isPlanned: false,
  day: "",
};

/**
 * Converts the draft of a price change to the request of its preview; null as long as something is not
 * said.
 */
export function previewOf(draft: ChangeDraft): PreviewRequest | null {
  const what = whatOf(draft);
  const filters = filtersOf(draft);
  if (!what || !filters) return null;
  const all = queryOf({ text: "", filters, sort: [] });
  return { list: draft.list === "" ? null : draft.list, what, selection: { all } };
}

function whatOf({ way, percent, factor, cents }: ChangeDraft): PreviewRequest["what"] | null {
  if (way === "percent") {
    const hundredths = Number(percent);
    if (percent === "" || Number.isNaN(hundredths)) return null;
    return { percent: hundredths, cents: cents === "" ? null : Number(cents) };
  }
  const fromCost = factor === "" ? null : readPriceRule(factor, cents);
  return fromCost && { fromCost };
}

/** The conditions that the items meet; null where they are not said. */
function filtersOf({ scope, value, filters }: ChangeDraft): GridFilter[] | null {
  if (scope === "all") return [];
  if (scope === "filter") return filters.length === 0 ? null : filters;
  return value === "" ? null : [{ column: scope, test: "is", values: [value] }];
}
