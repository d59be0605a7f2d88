/** The history of an item as the form shows it: by record, by field, and as a draft of what it was. */
import type { Data } from "../../api/command";
import type { Item } from "../../api/types";
import type { Lang } from "../../lib/language";
import { fromItem, takeField, type Draft, type FieldName } from "./draft";

export type Revision = Data<"itemHistory">[number];
export type FieldChange = Revision["changes"][number];

/** What stands beside a record: its changes make no version of it, and are no part of its form. */
const BESIDE = ["relations", "stock", "images"];

/** Whether an entry is of nothing but what stands beside the record. */
export function isBeside({ changes }: Pick<Revision, "changes">): boolean {
  return changes.length > 0 && changes.every(({ field }) => BESIDE.includes(field));
}

/** One value that a field had, and when it came. */
export type PastValue = { revision: Revision; value: unknown };

/** Lists the past values of a record's field, newest first. */
export function pastValues(revisions: readonly Revision[], field: FieldName): PastValue[] {
  return revisions.flatMap((revision) =>
    revision.changes
      .filter((change) => change.field === field)
      .map((change) => ({ revision, value: change.to })),
  );
}

/** The item as it was when it had `version`: what came later is taken back, newest first. */
export function stateAt(item: Item, revisions: readonly Revision[], version: number): Item {
  const later = revisions
    .filter((revision) => revision.version > version)
    .toSorted((a, b) => b.version - a.version);
  let state = item;
  for (const revision of later)
    for (const { field, from } of revision.changes)
      if (!BESIDE.includes(field)) state = withValue(state, field, from);
  return state;
}

/** `draft` with one field at a value that it once had. */
export function withPastValue(
  draft: Draft,
  base: Item,
  field: FieldName,
  value: unknown,
  language: Lang,
): Draft {
  const past = fromItem(withValue(base, field, value), language);
  if (!field.startsWith("attributes.")) return takeField(draft, past, field);
  const key = field.slice("attributes.".length);
  const restored = past.attributes.find((one) => one.key === key);
  const others = draft.attributes.filter((one) => one.key !== key);
  return { ...draft, attributes: restored ? [...others, restored] : others };
}

const EMPTY_TEXTS = ["name"];

function withValue(item: Item, field: string, value: unknown): Item {
  if (field.startsWith("attributes.")) {
    const key = field.slice("attributes.".length);
    const attributes = { ...item.attributes };
    delete attributes[key];
    const gone = value === undefined || value === null;
    return { ...item, attributes: gone ? attributes : { ...attributes, [key]: value } };
  }
  if (field === "packages") return { ...item, packages: (value ?? []) as NonNullable<Item["packages"]> };
  if (!Object.hasOwn(item, field)) return item;
  if (field === "tags") return { ...item, tags: Array.isArray(value) ? (value as string[]) : [] };
  if (field === "price")
    return { ...item, price: value === null || value === undefined ? null : Number(value) };
  if (field === "attributes") return { ...item, attributes: (value ?? {}) as Item["attributes"] };
  if (value === undefined && EMPTY_TEXTS.includes(field)) return { ...item, [field]: "" };
  return { ...item, [field]: value ?? null };
}
