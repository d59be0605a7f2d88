/** The hits of a search under what is to be said of them, or that there are none. */
import { useTranslation } from "react-i18next";
import type { Kind } from "../../../api/types";
import { HitList, type HitListProps } from "./HitList";
import { NothingFound } from "./NothingFound";
import { CorrectionNotice, FallbackNotice } from "./Notices";
import { ResultsHeader } from "./ResultsHeader";
import { countFilters, NO_FILTERS } from "../../../shared/search/searchState";
import type { SearchStateHandle } from "../useSearchState";

type Props = HitListProps & {
  kind: Kind;
  handle: SearchStateHandle;
  onInspectWhole: () => void;
};

export function Results({ kind, response, handle, onInspectWhole, ...list }: Props) {
  const { t } = useTranslation();
  const { state, change } = handle;
  return (
    <>
      <h2 className="visually-hidden">{t("results.list")}</h2>
      <ResultsHeader
        kind={kind}
        response={response}
        sort={state.sort}
        onSort={(sort) => change({ sort })}
        onInspect={onInspectWhole}
      />
      <FallbackNotice reason={response.fallbackReason} />
      <CorrectionNotice corrections={response.corrections} />
      {response.results.length === 0 ? (
        <NothingFound
          query={response.query}
          filters={countFilters(state)}
          onClearFilters={() => change(NO_FILTERS)}
        />
      ) : (
        <HitList response={response} {...list} />
      )}
    </>
  );
}
