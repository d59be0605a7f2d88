/** Values that the catalog does not have, and what takes their place: as it was merged, chosen, or is proposed. */
import { valueKey, type NewValue } from "../columns/targets";
import type { Decisions, Merge, MergeChoice } from "./choices/useDecisions";

type MergeDecisions = Pick<Decisions, "merges" | "mergeChoices">;

/**
 * Proposes a merge of a new value in the file: values that are written alike but for case, accents, plural
 * go together.
 */
export function proposeChoice({ near, likeness }: NewValue): MergeChoice {
  return { to: near ?? "", merged: likeness === "same" };
}

export function choiceOf(value: NewValue, { merges, mergeChoices }: MergeDecisions): MergeChoice {
  const key = valueKey(value.field, value.value);
  const merge = merges.get(key);
  return mergeChoices.get(key) ?? (merge ? { to: merge.to, merged: true } : proposeChoice(value));
}

/** The merges that are ticked and not made yet: an import makes them, for the page shows them as what comes in. */
export function listTicked(values: readonly NewValue[], said: MergeDecisions): Merge[] {
  return values.flatMap((value) => {
    const { to, merged } = choiceOf(value, said);
    const isMade = said.merges.get(valueKey(value.field, value.value))?.to === to.trim();
    return merged && to.trim() !== "" && to !== value.value && !isMade
      ? [{ field: value.field, from: value.value, to: to.trim() }]
      : [];
  });
}
