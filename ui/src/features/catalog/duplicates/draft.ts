/** What a person has chosen about a group, and the join that it asks for. */
import { nullIfBlank } from "../../../lib/text/text";
import type { JoinChoices } from "./types";

export type JoinDraft = {
  /** The product that stays. */
  stays: string;
  /** Products that are left out. */
  without: ReadonlySet<string>;
  /** Null as long as the name is the proposed one. */
  name: string | null;
  labels: ReadonlyMap<string, string>;
  fields: ReadonlyMap<string, string>;
};

export function beginDraft(stays: string): JoinDraft {
  return { stays, without: new Set(), name: null, labels: new Map(), fields: new Map() };
}

export function choicesOf({ name, labels, fields, without }: JoinDraft): JoinChoices {
  const isIn = (id: string) => !without.has(id);
  return {
    name: name === null ? null : nullIfBlank(name),
    labels: [...labels].filter(([item]) => isIn(item)).map(([item, label]) => ({ item, label })),
    fields: [...fields].filter(([, from]) => isIn(from)).map(([field, from]) => ({ field, from })),
  };
}

/** Lists every pair of these duplicate products. */
export function pairsOf(ids: readonly string[]): { one: string; other: string }[] {
  return ids.flatMap((one, at) => ids.slice(at + 1).map((other) => ({ one, other })));
}
