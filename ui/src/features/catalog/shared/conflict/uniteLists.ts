/** Two people changed one list: what both put in and took out, in one list. */
import { fold } from "../../../../lib/text/text";

export type Union = {
  values: string[];
  /**
   * Nothing that one of them did is lost in it, or stands against what the other did. Else it is offered, but a
   * person has to choose it.
   */
  isCertain: boolean;
};

export function uniteLists(
  base: readonly string[],
  theirs: readonly string[],
  mine: readonly string[],
): Union {
  const byThem = compareLists(base, theirs);
  const byMe = compareLists(base, mine);
  const left = theirs.filter((value) => !byMe.removed.includes(value));
  // A value that both put in, in two spellings, stands there once.
  const known = new Set(left.map(fold));
  const values = [...left, ...byMe.added.filter((value) => !known.has(fold(value)))];
  const sides = [byThem, byMe];
  // Each put another value in the place of the same one.
  const isReplacedTwice =
    sides.every(({ added }) => added.length > 0) &&
    byMe.removed.some((value) => byThem.removed.includes(value));
  const isEmptied = base.length > 0 && (theirs.length === 0 || mine.length === 0);
  const isReordered = sides.some((side) => side.isReordered);
  return { values, isCertain: !isReplacedTwice && !isEmptied && !isReordered };
}

function compareLists(base: readonly string[], list: readonly string[]) {
  const kept = list.filter((value) => base.includes(value));
  const keptOfBase = base.filter((value) => list.includes(value));
  return {
    added: list.filter((value) => !base.includes(value)),
    removed: base.filter((value) => !list.includes(value)),
    /** A set says nothing of the order. */
    isReordered: kept.some((value, at) => value !== keptOfBase[at]),
  };
}
