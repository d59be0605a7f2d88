/** How near two products are by their names, for a hint about duplicates; it decides nothing. */
import type { Item } from "../../../../api/types";
import { fold } from "../../../../lib/text/text";

/** The same name and maker; the same name; a name that is nearly the same. */
export type Sameness = "both" | "name" | "near";
export type Near = { item: Item; same: Sameness };

/** Share of common pairs of letters above which two names are one name with a slip. */
const NEAR = 0.78;
const ORDER: readonly Sameness[] = ["both", "name", "near"];

export function nearNames(draft: { name: string; manufacturer: string }, items: readonly Item[]): Near[] {
  const name = squeezeText(draft.name);
  const maker = squeezeText(draft.manufacturer);
  const seen = new Set<string>();
  return items
    .flatMap((item): Near[] => {
      if (seen.has(item.id)) return [];
      seen.add(item.id);
      const other = squeezeText(item.name);
      if (other === name)
        return [
          { item, same: maker !== "" && squeezeText(item.manufacturer ?? "") === maker ? "both" : "name" },
        ];
      return likeness(name, other) >= NEAR ? [{ item, same: "near" }] : [];
    })
    .toSorted((a, b) => ORDER.indexOf(a.same) - ORDER.indexOf(b.same));
}

/** Letters and digits alone: `2,4-D  Amina` and `24d amina` are the same to a hint. */
function squeezeText(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]+/gu, "");
}

/** Likeness of two names by Dice's coefficient of pairs of letters, 0..1. */
function likeness(a: string, b: string): number {
  const pairs = (text: string) =>
    Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2));
  const rest = pairs(b);
  const all = pairs(a).length + rest.length;
  if (all === 0) return 0;
  let common = 0;
  for (const pair of pairs(a)) {
    const at = rest.indexOf(pair);
    if (at < 0) continue;
    rest.splice(at, 1);
    common += 1;
  }
  return (2 * common) / all;
}
