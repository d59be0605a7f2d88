/** The hits of a search under what is to be said of them, or that there are none. */
import { useTranslation } from "react-i18next";
import type { Kind, SearchResponse } from "../../../api/types";
import { HitList } from "./HitList";
import { NothingFound } from "./NothingFound";
import { CorrectionNotice, FallbackNotice } from "./Notices";
import { ResultsHeader } from "./ResultsHeader";
import { countFilters, NO_FILTERS } from "../../../shared/search/searchState";
import type { SearchStateHandle } from "../useSearchState";

type Props = {
  kind: Kind;
  response: SearchResponse;
  handle: SearchStateHandle;
  active: string | null;
  inspected: string | null;
  covered: boolean;
  onActivate: (id: string) => void;
  onOpen: (id: string) => void;
  onInspect: (id: string) => void;
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
