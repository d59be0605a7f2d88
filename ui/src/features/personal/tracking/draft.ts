/** What is typed of an entry, and what metrics are called. */
import type { Data, Req } from "../../../api/command";
import { readNumber, spellNumber } from "../../../lib/amount";
import { nullIfBlank } from "../../../lib/text/text";

export type Metric = Data<"getMetric">;
export type MetricType = Data<"listMetricTypes">[number];

/** Metrics that have a name in every language. */
export const KNOWN = ["weight", "water", "sleep", "exercise", "mood", "energy", "expense"] as const;
type KnownType = (typeof KNOWN)[number];

export type MetricDraft = { type: string; value: string; unit: string; date: string; notes: string };

/** The known metric of this name, which has a text; null for a name of the person's own. */
export function knownOf(type: string): KnownType | null {
  return KNOWN.find((known) => known === type) ?? null;
}

/** Builds the draft of a metric entry; `nameOf` gives the name that people read. */
export function draftOf(
  base: Metric | null,
  usual: Partial<MetricDraft>,
  nameOf: (type: string) => string,
  language: string,
): MetricDraft {
  if (!base) return { type: "", value: "", unit: "", date: "", notes: "", ...usual };
  return {
    type: nameOf(base.type),
    value: spellNumber(base.value, language),
    unit: base.unit ?? "",
    date: base.date,
    notes: base.notes ?? "",
  };
}

/**
 * Converts a metric entry's draft to the request's form; `typeOf` gives the name of a metric that people
 * call so.
 */
export function asRequest(draft: MetricDraft, typeOf: (name: string) => string): Req<"createMetric"> {
  const read = readNumber(draft.value);
  return {
    type: typeOf(draft.type.trim()),
    value: "problem" in read ? Number.NaN : read.value,
    unit: nullIfBlank(draft.unit),
    date: nullIfBlank(draft.date),
    notes: nullIfBlank(draft.notes),
  };
}
