/**
 * Two people changed one record. What only one of them changed is no question; where both did, a
 * person decides field by field: nothing is overwritten silently.
 */

import { uniteLists, type Union } from "./uniteLists";

/** `both` of a list: what each of them put in and took out. */
export type Side = "theirs" | "mine" | "both";

/** How drafts of a kind are told apart and put together, field by field. */
export type Fields<D, F extends string> = {
  /** The fields in which two drafts differ, in the order of the form. */
  listChanged: (before: D, after: D) => F[];
  isSame: (a: D, b: D, field: F) => boolean;
  /** `draft` with one field as it is in `other`. */
  take: (draft: D, other: D, field: F) => D;
  /** The values of a field that is a list; null of any other. One that is not there has none. */
  listOf: (draft: D, field: F) => readonly string[] | null;
  putList: (draft: D, field: F, values: string[]) => D;
  /**
   * Groups of fields that mean something together alone: where both people changed any of a group, all of it is in
   * question, and with it every group that shares with it a field that is to be chosen.
   */
  tied?: readonly (readonly F[])[];
};

export type ThreeWays<F extends string> = {
  /** Changed by both, to different values. */
  conflicts: F[];
  /** Changed by the other alone. */
  theirs: F[];
  /** Changed here alone. */
  mine: F[];
  /** What both together come to, of the lists among the conflicts. */
  unions: ReadonlyMap<F, Union>;
};

export function splitWays<D, F extends string>(
  fields: Fields<D, F>,
  base: D,
  theirs: D,
  mine: D,
): ThreeWays<F> {
  const byThem = fields.listChanged(base, theirs);
  const byMe = fields.listChanged(base, mine);
  const differing = fields.listChanged(theirs, mine);
  const inQuestion = listTied(fields.tied ?? [], byThem, byMe, differing);
  const conflicts = differing.filter((field) => inQuestion.has(field));
  const unite = (field: F): (readonly [F, Union])[] => {
    const [before, other, own] = [base, theirs, mine].map((draft) => fields.listOf(draft, field));
    return before && other && own ? [[field, uniteLists(before, other, own)]] : [];
  };
  return {
    conflicts,
    unions: new Map(conflicts.flatMap(unite)),
    theirs: byThem.filter((field) => !byMe.includes(field) && !conflicts.includes(field)),
    mine: byMe.filter((field) => !byThem.includes(field) && !conflicts.includes(field)),
  };
}

/** What both changed, and what is tied to a field that is to be chosen, as amounts are to their currency. */
function listTied<F extends string>(
  groups: readonly (readonly F[])[],
  byThem: readonly F[],
  byMe: readonly F[],
  differing: readonly F[],
): Set<F> {
  const inQuestion = new Set(byMe.filter((field) => byThem.includes(field)));
  const waiting = new Set(groups);
  const isToBeChosen = (field: F) => inQuestion.has(field) && differing.includes(field);
  const isChangedByBoth = (group: readonly F[]) =>
    [byThem, byMe].every((changed) => group.some((field) => changed.includes(field)));
  for (;;) {
    const next = [...waiting].find((group) => isChangedByBoth(group) || group.some(isToBeChosen));
    if (!next) return inQuestion;
    waiting.delete(next);
    for (const field of next) inQuestion.add(field);
  }
}

/**
 * Joins a record's conflicting versions: everything of theirs, with what is mine and what was chosen for me
 * put over it.
 */
export function joinWays<D, F extends string>(
  fields: Fields<D, F>,
  ways: ThreeWays<F>,
  theirs: D,
  mine: D,
  choices: ReadonlyMap<F, Side>,
): D {
  const kept = [...ways.mine, ...ways.conflicts.filter((field) => choices.get(field) === "mine")];
  const merged = kept.reduce((draft, field) => fields.take(draft, mine, field), theirs);
  const united = [...ways.unions].filter(([field]) => choices.get(field) === "both");
  return united.reduce((draft, [field, { values }]) => fields.putList(draft, field, values), merged);
}

/** Keeps what was typed in a form since a save of `sent` over `stored`, the answer to it. */
export function keepTyped<D, F extends string>(fields: Fields<D, F>, sent: D, stored: D, typed: D): D {
  const ways = splitWays(fields, sent, stored, typed);
  const sideOf = (field: F): Side => (ways.unions.get(field)?.isCertain ? "both" : "mine");
  const choices = new Map(ways.conflicts.map((field) => [field, sideOf(field)]));
  return joinWays(fields, ways, stored, typed, choices);
}

export type FieldOf<D> = keyof D & string;

/** Drafts whose every property is a field; both have the same ones. */
export function wholeFields<D extends object>(): Fields<D, FieldOf<D>> {
  const isSame = (a: D, b: D, field: FieldOf<D>) => JSON.stringify(a[field]) === JSON.stringify(b[field]);
  return {
    listChanged: (before, after) =>
      (Object.keys(before) as FieldOf<D>[]).filter((field) => !isSame(before, after, field)),
    isSame,
    take: (draft, other, field) => ({ ...draft, [field]: other[field] }),
    listOf: (draft, field) => {
      const value: unknown = draft[field];
      return Array.isArray(value) && value.every((one) => typeof one === "string") ? value : null;
    },
    putList: (draft, field, values) => ({ ...draft, [field]: values }),
  };
}
