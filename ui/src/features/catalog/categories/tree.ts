/** The tree, as rows: which are in sight, where each stands, and what may become a place for another. */
import { fold } from "../../../lib/text/text";
import type { Category } from "./types";

export type TreeRow = {
  category: Category;
  /** 1 at the top. */
  level: number;
  /** Whether what stands below it is in sight; null where nothing does. */
  isOpen: boolean | null;
  /** Its place among those beside it, from 1, and how many these are. */
  place: number;
  count: number;
};

export type Tree = {
  /** By folded name. */
  byName: ReadonlyMap<string, Category>;
  /** By the folded name of what they stand under, in the order of their names; `""` for those at the top. */
  below: ReadonlyMap<string, readonly Category[]>;
};

export function arrangeTree(categories: readonly Category[]): Tree {
  const byName = new Map(categories.map((category) => [fold(category.name), category]));
  const below = new Map<string, Category[]>();
  for (const category of categories) {
    const parent = category.parent === null ? "" : fold(category.parent);
    // What is not listed with the rest is no place to stand under.
    const key = byName.has(parent) ? parent : "";
    const others = below.get(key);
    if (others) others.push(category);
    else below.set(key, [category]);
  }
  const keys = new Map(categories.map((category) => [category, fold(category.name)]));
  const keyOf = (category: Category) => keys.get(category) ?? "";
  for (const list of below.values()) list.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  return { byName, below };
}

export function childrenOf(tree: Tree, category: Category): readonly Category[] {
  return tree.below.get(fold(category.name)) ?? [];
}

/** The categories from the top down to one, itself included. */
export function pathOf(tree: Tree, category: Category): Category[] {
  const path: Category[] = [];
  let at: Category | undefined = category;
  while (at && !path.includes(at)) {
    path.unshift(at);
    at = at.parent === null ? undefined : tree.byName.get(fold(at.parent));
  }
  return path;
}

/** Lists the folded names of a category and of all below it. */
export function namesBelow(tree: Tree, category: Category): ReadonlySet<string> {
  const names = new Set<string>();
  const next = [category];
  for (let at = next.pop(); at; at = next.pop()) {
    const name = fold(at.name);
    if (names.has(name)) continue;
    names.add(name);
    next.push(...childrenOf(tree, at));
  }
  return names;
}

/**
 * The rows in sight: those whose way up is open (`closed` has folded names). With `text`, those that hold it and what
 * leads to them, all of it open.
 */
export function listRows(tree: Tree, closed: ReadonlySet<string>, text: string): TreeRow[] {
  const wanted = fold(text.trim());
  const shown = wanted === "" ? null : new Set<Category>();
  if (shown) {
    for (const [name, category] of tree.byName) {
      if (name.includes(wanted)) for (const one of pathOf(tree, category)) shown.add(one);
    }
  }
  const rows: TreeRow[] = [];
  const walk = (key: string, level: number) => {
    const beside = (tree.below.get(key) ?? []).filter((category) => shown === null || shown.has(category));
    beside.forEach((category, at) => {
      const name = fold(category.name);
      const children = childrenOf(tree, category);
      const hasChildren = shown ? children.some((child) => shown.has(child)) : children.length > 0;
      const isOpen = shown !== null || !closed.has(name);
      rows.push({
        category,
        level,
        isOpen: hasChildren ? isOpen : null,
        place: at + 1,
        count: beside.length,
      });
      if (hasChildren && isOpen) walk(name, level + 1);
    });
  };
  walk("", 1);
  return rows;
}
