/** A change that is being asked for. */
import { fold } from "../../../lib/text/text";
import { namesBelow, pathOf, type Tree } from "./tree";
import type { Category, CategoryChange, ChangeKind } from "./types";

export type ChangeDraft = {
  kind: ChangeKind;
  /** The category that is changed; null where a new one is made. */
  category: string | null;
  name: string;
  /** Null at the top. */
  parent: string | null;
  into: string | null;
};

/** Begins the draft of a change of the category tree, of `category`: a new one is made below it. */
export function beginDraft(kind: ChangeKind, category: Category | null): ChangeDraft {
  return {
    kind,
    category: kind === "create" ? null : (category?.name ?? null),
    name: kind === "rename" ? (category?.name ?? "") : "",
    parent: (kind === "create" ? category?.name : category?.parent) ?? null,
    into: null,
  };
}

/**
 * Converts the draft to a change of the category tree; null where something is missing, or nothing would
 * change.
 */
export function changeOf({ kind, category, name, parent, into }: ChangeDraft): CategoryChange | null {
  if (kind === "create") return name.trim() === "" ? null : { type: "create", name, parent };
  if (category === null) return null;
  switch (kind) {
    case "rename":
      return name.trim() === "" || name.trim() === category ? null : { type: "rename", category, name };
    case "move":
      return { type: "move", category, parent };
    case "merge":
      return into === null ? null : { type: "merge", category, into };
    case "delete":
      return { type: "delete", category };
  }
}

/** The category that has the name already. */
export function findTaken({ kind, category, name }: ChangeDraft, tree: Tree): Category | null {
  if (kind !== "create" && kind !== "rename") return null;
  const wanted = fold(name.trim());
  if (category !== null && wanted === fold(category)) return null;
  return tree.byName.get(wanted) ?? null;
}

/** Where the category may stand, or into which it may be merged: by the names, with what each stands under. */
export function listPlaces({ kind, category }: ChangeDraft, tree: Tree): { value: string; label: string }[] {
  const own = category === null ? undefined : tree.byName.get(fold(category));
  const without = !own ? null : kind === "move" ? namesBelow(tree, own) : new Set([fold(own.name)]);
  const places = [...tree.byName].filter(([name]) => !without?.has(name));
  const label = (one: Category) =>
    pathOf(tree, one)
      .map(({ name }) => name)
      .join(" › ");
  const labelled = places.map(([, one]) => ({ value: one.name, label: label(one) }));
  return labelled.sort((a, b) => a.label.localeCompare(b.label));
}
