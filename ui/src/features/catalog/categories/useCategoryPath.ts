/** The categories from the top down to one that is typed: what is expected of those above holds for it as well. */
import { useMemo } from "react";
import { useCommandQuery } from "../../../api/hooks";
import { fold } from "../../../lib/text/text";
import { arrangeTree, pathOf } from "./tree";
import type { Category } from "./types";

const NONE: readonly Category[] = [];

/** The category alone where the tree does not know it, is not known yet, or is not asked for. */
export function useCategoryPath(category: string, isAsked: boolean): readonly string[] {
  const enabled = isAsked && category.trim() !== "";
  const rows = useCommandQuery("listCategories", {}, { staleTime: 60_000, enabled }).data?.rows ?? NONE;
  const tree = useMemo(() => arrangeTree(rows), [rows]);
  const known = tree.byName.get(fold(category.trim()));
  return known ? pathOf(tree, known).map(({ name }) => name) : [category];
}
