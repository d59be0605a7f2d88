/** The filters that fit the kind: facets of the catalog, or the tags found among the answers. */
import { memo } from "react";
import { useTranslation } from "react-i18next";
import type { FacetValue, Kind, SearchResponse } from "../../../api/types";
import { QueryError } from "../../../components/QueryError";
import { useAttributeLabel } from "../../../shared/fields/useDefinedFields";
import { FilterPanel, TagPanel } from "./FilterPanel";
import type { SearchState } from "../../../shared/search/searchState";
import { requestOf, useSearchFacets } from "../../../shared/search/useSearchResults";
import type { Change } from "../useSearchState";

type Props = {
  kind: Kind;
  state: SearchState;
  response: SearchResponse | undefined;
  onChange: (change: Change) => void;
};

export const FilterColumn = memo(function FilterColumn({ kind, state, response, onChange }: Props) {
  const { t } = useTranslation();
  const labelOf = useAttributeLabel();
  const { query, facets, matched } = useSearchFacets(requestOf(kind, state), kind === "items");
  if (kind === "faqs") return <TagPanel state={state} tags={tagsOf(response)} onChange={onChange} />;
  if (query.error && !facets) return <QueryError title={t("filters.failed")} query={query} />;
  return (
    <FilterPanel state={state} facets={facets} matched={matched} onChange={onChange} labelOf={labelOf} />
  );
});

function tagsOf(response: SearchResponse | undefined): FacetValue[] {
  const counts = new Map<string, number>();
  for (const tag of response?.results.flatMap(({ faq }) => faq?.tags ?? []) ?? []) {
    counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .toSorted((a, b) => b.count - a.count || a.value.localeCompare(b.value));
}
