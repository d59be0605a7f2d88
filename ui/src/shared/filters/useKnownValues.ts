/** Values that a column has elsewhere, the commonest first, to be offered while one types. */
import { useCommandQuery } from "../../api/hooks";

export function useKnownValues(column: string): readonly string[] {
  const facets = useCommandQuery("facets", {}, { staleTime: 60_000 }).data;
  const key = column.startsWith("attributes.") ? column.slice("attributes.".length) : null;
  const values =
    column === "category"
      ? facets?.categories
      : column === "manufacturer"
        ? facets?.manufacturers
        : column === "tags"
          ? facets?.tags
          : facets?.attributes.find((attribute) => attribute.key === key)?.values;
  return (values ?? []).map(({ value }) => value);
}
