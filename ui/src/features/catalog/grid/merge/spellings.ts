/** Spellings of one value, in groups of which one spelling stays. */
import type { Data } from "../../../../api/command";

export type SimilarValue = Data<"listSimilarValues">[number];

export type Spelling = {
  value: string;
  records: number;
  /** Whether only case, accents, signs and plural set it apart; otherwise it may be another word. */
  same: boolean;
};

export type SpellingGroup = {
  key: string;
  field: SimilarValue["field"];
  /** The one that stays unless a person chooses another comes first, then the commonest. */
  spellings: readonly Spelling[];
};

/** Each value is listed beside a commoner one: values that are linked in this way make a group. */
export function groupSpellings(values: readonly SimilarValue[]): SpellingGroup[] {
  const links = new Map(values.map((value) => [keyOf(value.field, value.value), value]));
  const groups = new Map<string, { field: SimilarValue["field"]; spellings: Spelling[] }>();
  for (const value of values) {
    const root = findRoot(links, value);
    const key = keyOf(value.field, root.near);
    const commonest = { value: root.near, records: root.nearRecords, same: true };
    const group = groups.get(key) ?? { field: value.field, spellings: [commonest] };
    const same = value.likeness === "same" && value.near === root.near;
    group.spellings.push({ value: value.value, records: value.records, same });
    groups.set(key, group);
  }
  return [...groups].map(([key, { field, spellings }]) => ({ key, field, spellings: inOrder(spellings) }));
}

export function keyOf(field: string, value: string): string {
  return `${field}\u0000${value}`;
}

/** The link that ends at a value which itself has no commoner one; a link always leads to a commoner value. */
function findRoot(links: ReadonlyMap<string, SimilarValue>, from: SimilarValue): SimilarValue {
  let link = from;
  for (let next = link; next; next = links.get(keyOf(link.field, link.near)) as SimilarValue) link = next;
  return link;
}

function inOrder(spellings: readonly Spelling[]): Spelling[] {
  return spellings.toSorted(
    (a, b) =>
      // What may be another word never takes the place of the others by itself.
      Number(b.same) - Number(a.same) || b.records - a.records || rankCase(a.value) - rankCase(b.value),
  );
}

/** Of spellings that are as common, `Cercas` is better than `cercas`, and both are better than `CERCA`. */
function rankCase(value: string): number {
  if (value === value.toUpperCase()) return 2;
  return value === value.toLowerCase() ? 1 : 0;
}
