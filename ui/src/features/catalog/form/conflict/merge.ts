/**
 * Two people changed one record. What only one of them changed is no question; where both did, a
 * person decides field by field: nothing is overwritten silently.
 */
import {
  changedFields,
  sameField,
  takeField,
  type Draft,
  type FieldName,
} from "../../../../shared/changes/draft";

export type Side = "theirs" | "mine";

export type ThreeWays = {
  /** Changed by both, to different values. */
  conflicts: FieldName[];
  /** Changed by the other alone. */
  theirs: FieldName[];
  /** Changed here alone. */
  mine: FieldName[];
};

export function threeWays(base: Draft, theirs: Draft, mine: Draft): ThreeWays {
  const byThem = changedFields(base, theirs);
  const byMe = changedFields(base, mine);
  const both = byMe.filter((field) => byThem.includes(field));
  return {
    conflicts: both.filter((field) => !sameField(theirs, mine, field)),
    theirs: byThem.filter((field) => !byMe.includes(field)),
    mine: byMe.filter((field) => !byThem.includes(field)),
  };
}

/** Everything of theirs, with what is mine and what was chosen for me put over it. */
export function mergeWays(
  ways: ThreeWays,
  theirs: Draft,
  mine: Draft,
  choices: ReadonlyMap<FieldName, Side>,
): Draft {
  const kept = [...ways.mine, ...ways.conflicts.filter((field) => choices.get(field) === "mine")];
  return kept.reduce((merged, field) => takeField(merged, mine, field), theirs);
}
