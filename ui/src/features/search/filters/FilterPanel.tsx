/** All filters of the catalog search, with the counts of the present query or of the whole catalog. */
import { Skeleton, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Facets, FacetValue } from "../../../api/types";
import { useFormats } from "../../../i18n/language";
import { attributeLabel } from "../../../lib/text/attributeLabel";
import { FacetGroup } from "./FacetGroup";
import classes from "./FilterPanel.module.css";
import { PriceRange } from "./PriceRange";
import type { SearchState } from "../../../shared/search/searchState";
import { isStockState, STOCK_STATES, type StockState } from "../../../shared/stock/stockStates";
import type { Change } from "../useSearchState";

type Props = {
  state: SearchState;
  facets: Facets | undefined;
  /** How many items the counts are of: null where they could not be counted, absent without a query. */
  matched?: number | null;
  onChange: (change: Change) => void;
  /** What an attribute is called. */
  labelOf?: (key: string) => string;
};

export function FilterPanel({ state, facets, matched, onChange, labelOf = attributeLabel }: Props) {
  const { t } = useTranslation();
  if (!facets) return <FilterSkeleton />;
  const toggle = (field: "category" | "manufacturer" | "tags") => (value: string) =>
    onChange({ [field]: toggleValue(state[field], value) });

  return (
    <div className={classes.panel}>
      <MatchedCount facets={facets} matched={matched} />
      <FacetGroup
        title={t("filters.category")}
        values={facets.categories}
        selected={state.category}
        onToggle={toggle("category")}
      />
      <FacetGroup
        title={t("filters.manufacturer")}
        values={facets.manufacturers}
        selected={state.manufacturer}
        onToggle={toggle("manufacturer")}
      />
      <FacetGroup
        title={t("filters.tags")}
        values={facets.tags}
        selected={state.tags}
        onToggle={toggle("tags")}
      />
      <PriceRange
        min={state.minPrice}
        max={state.maxPrice}
        lowest={facets.minPrice}
        highest={facets.maxPrice}
        onChange={onChange}
      />
      <StockGroup
        counts={facets.stock}
        selected={state.stock}
        onToggle={(value) => onChange({ stock: toggleValue(state.stock, value) })}
      />
      {facets.attributes.map(({ key, values }) => (
        <FacetGroup
          key={key}
          title={labelOf(key)}
          titleFromData
          values={values}
          selected={state.attributes[key] === undefined ? [] : [state.attributes[key]]}
          onToggle={(value) => onChange({ attributes: withAttribute(state.attributes, key, value) })}
          startOpen={false}
        />
      ))}
    </div>
  );
}

type StockProps = {
  counts: FacetValue[];
  selected: StockState[];
  onToggle: (state: StockState) => void;
};

/**
 * The states of stock in their own order; none where nothing that was found was ever counted, unless one is chosen: what
 * else there is stands beside it then.
 */
function StockGroup({ counts, selected, onToggle }: StockProps) {
  const { t } = useTranslation();
  const isKnown = counts.some(({ value }) => value !== "unknown");
  const values = STOCK_STATES.flatMap((state) => counts.filter(({ value }) => value === state));
  return (
    <FacetGroup
      title={t("filters.stock")}
      values={isKnown || selected.length > 0 ? values : []}
      selected={selected}
      onToggle={(value) => isStockState(value) && onToggle(value)}
      labelOf={(value) => (isStockState(value) ? t(`grid.stock.state.${value}`) : value)}
    />
  );
}

/** Draws how many records the search's filters leave. */
function MatchedCount({ facets, matched }: { facets: Facets; matched: Props["matched"] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const shown = matched ? formats.integer(matched) : "";
  const text = matched
    ? t("filters.matched", { count: matched, shown })
    : matched === 0
      ? t("filters.matchedNone")
      : isEmpty(facets)
        ? t("filters.noItems")
        : matched === null
          ? t("filters.ofCatalog")
          : null;
  return text === null ? null : (
    <Text size="sm" c="dimmed">
      {text}
    </Text>
  );
}

function isEmpty({ categories, manufacturers, tags, attributes, minPrice, maxPrice }: Facets): boolean {
  const hasPrice = minPrice !== null || maxPrice !== null;
  return !hasPrice && [categories, manufacturers, tags, attributes].every(({ length }) => length === 0);
}

/**
 * The filter of the questions: the tags that the present results carry (the whole stock of tags is
 * not asked for), plus those already chosen.
 */
export function TagPanel({
  state,
  tags,
  onChange,
}: {
  state: SearchState;
  tags: FacetValue[];
  onChange: (change: Change) => void;
}) {
  const { t } = useTranslation();
  const empty = tags.length === 0 && state.tags.length === 0;
  return (
    <div className={classes.panel}>
      <FacetGroup
        title={t("filters.resultTags")}
        values={tags}
        selected={state.tags}
        onToggle={(tag) => onChange({ tags: toggleValue(state.tags, tag) })}
      />
      {empty && (
        <Text size="sm" c="dimmed">
          {t("filters.noTags")}
        </Text>
      )}
    </div>
  );
}

export function toggleValue<T extends string>(values: T[], value: T): T[] {
  return values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
}

/** One value per attribute: a second choice takes the first one's place, the same again removes it. */
function withAttribute(
  attributes: Record<string, string>,
  key: string,
  value: string,
): Record<string, string> {
  const { [key]: before, ...others } = attributes;
  return before === value ? others : { ...others, [key]: value };
}

function FilterSkeleton() {
  return (
    <div className={classes.panel} aria-hidden>
      {[5, 4, 6].map((rows, group) => (
        <div key={group}>
          <Skeleton h={13} w="45%" mb={12} />
          {Array.from({ length: rows }, (_, row) => (
            <Skeleton key={row} h={11} w={`${90 - row * 9}%`} mb={9} />
          ))}
        </div>
      ))}
    </div>
  );
}
