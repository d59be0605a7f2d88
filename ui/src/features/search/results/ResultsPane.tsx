/** The middle of the search page: whichever of results, waiting, failure and emptiness is the case. */
import type { UseQueryResult } from "@tanstack/react-query";
import { Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { CommandError } from "../../../api/command";
import type { Kind, SearchResponse, Status } from "../../../api/types";
import { QueryError } from "../../../components/QueryError";
import { useDrawn } from "../../../lib/hooks/useDrawn";
import type { HitListProps } from "./HitList";
import { HitSkeletons } from "./HitSkeletons";
import { ActiveFilters, Results } from "../lazyParts";
import { NoQuery } from "./NoQuery";
import { rememberQuery } from "../query/recentQueries";
import classes from "./ResultsPane.module.css";
import type { SearchStateHandle } from "../useSearchState";

type Props = Omit<HitListProps, "response"> & {
  kind: Kind;
  status: Status;
  handle: SearchStateHandle;
  search: UseQueryResult<SearchResponse, CommandError>;
  response: SearchResponse | undefined;
  onInspectWhole: () => void;
};

export function ResultsPane(props: Props) {
  const { search } = props;
  const drawn = useDrawn();
  // What draws results, and the filters over them, is fetched while a person types, not before there is a field to type into.
  useEffect(() => {
    if (!drawn) return;
    void Results.preload();
    void ActiveFilters.preload();
  }, [drawn]);
  return (
    <section className={classes.pane} aria-busy={search.isFetching}>
      {search.isFetching && search.isPlaceholderData && <div className={classes.progress} aria-hidden />}
      <div className={classes.content}>
        <Content {...props} />
      </div>
    </section>
  );
}

function Content({ kind, status, handle, search, response, onInspectWhole, ...list }: Props) {
  const { t } = useTranslation();
  const { state, change } = handle;

  const stock = kind === "items" ? status.activeItems : status.faqs;
  // Without anything to find, words are not what is wrong.
  if (state.query.trim() === "" || (stock === 0 && response?.results.length === 0)) {
    const pick = (query: string) => {
      rememberQuery(kind, query);
      change({ query });
    };
    return <NoQuery kind={kind} status={status} stock={stock} onPick={pick} />;
  }
  if (search.error) {
    return <QueryError title={t("results.failed")} query={search} />;
  }
  if (!response) return <HitSkeletons label={t("search.loading")} />;

  return (
    <Suspense fallback={<HitSkeletons label={t("search.loading")} />}>
      <Results kind={kind} response={response} handle={handle} onInspectWhole={onInspectWhole} {...list} />
    </Suspense>
  );
}
