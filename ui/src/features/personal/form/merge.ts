/** Two drafts that began as the same one, field by field. */

export type FieldOf<D> = keyof D & string;

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Lists the fields in which two drafts of a personal record differ. */
export function listChanged<D extends object>(before: D, after: D): FieldOf<D>[] {
  const fields = Object.keys(before) as FieldOf<D>[];
  return fields.filter((field) => !isSame(before[field], after[field]));
}

/** What `mine` changed of `before`, over `theirs`; and the fields that both changed, each to something else. */
export function mergeDrafts<D extends object>(before: D, theirs: D, mine: D) {
  const changed = listChanged(before, mine);
  const clashes = changed.filter(
    (field) => !isSame(before[field], theirs[field]) && !isSame(theirs[field], mine[field]),
  );
  const merged = { ...theirs };
  for (const field of changed) merged[field] = mine[field];
  return { merged, clashes };
}
