/** Attributes that others of the same category have, the commonest first; else those of all. */
import { useDebouncedValue } from "@mantine/hooks";
import { useMemo } from "react";
import { useCommandQuery } from "../../../../api/hooks";
import { fromValue, type AttributeKind } from "../../../../shared/changes/attributes";

export type KnownAttribute = { key: string; kind: AttributeKind };

/** So many of a category say what it usually has. */
const LOOKED_AT = 60;
const PAUSE_MS = 300;

export function useKnownAttributes(category: string): KnownAttribute[] {
  const [settled] = useDebouncedValue(category.trim(), PAUSE_MS);
  const filters = [{ column: "category", test: "is" as const, values: [settled] }];
  const alike = useCommandQuery("grid", { filters, limit: LOOKED_AT }, { enabled: settled !== "" });
  const columns = useCommandQuery("gridColumns", {});
  const own = useMemo(() => common(alike.data?.rows.map(({ item }) => item.attributes) ?? []), [alike.data]);
  if (own.length > 0) return own;
  return (columns.data?.attributes ?? []).map(({ key }) => ({ key, kind: "text" }));
}

function common(all: Record<string, unknown>[]): KnownAttribute[] {
  const found = new Map<string, { count: number; kind: AttributeKind }>();
  for (const attributes of all)
    for (const [key, value] of Object.entries(attributes)) {
      if (value === null) continue;
      const { kind } = fromValue(key, value, "pt-BR");
      const known = found.get(key);
      found.set(key, { count: (known?.count ?? 0) + 1, kind: known?.kind ?? kind });
    }
  return [...found].toSorted(([, a], [, b]) => b.count - a.count).map(([key, { kind }]) => ({ key, kind }));
}
