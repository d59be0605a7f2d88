/**
 * The search page, for items and for questions: box and options above; filters, results and the
 * breakdown of a score beside each other below, as far as the window's width allows.
 */
import { useDocumentTitle, useHotkeys, useMediaQuery } from "@mantine/hooks";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { Kind, SearchResponse, Status } from "../../api/types";
import { Waiting } from "../../components/Waiting";
import { findScanned, readBarcode } from "../../shared/barcode/scan";
import { inspectAddress } from "../../shared/search/inspectState";
import { useDrawn } from "../../lib/hooks/useDrawn";
import { useEver } from "../../lib/hooks/useEver";
import { focusHit } from "./focus";
import { hitId } from "../../shared/record/hit";
import { BarcodeAnswer, DetailsDrawer, FilterColumn, HitInspection } from "./lazyParts";
import { rememberQuery } from "./query/recentQueries";
import { ResultsPane } from "./results/ResultsPane";
import { SearchBar } from "./query/SearchBar";
import classes from "./SearchPage.module.css";
import { highlightTerms, requestOf, useSearchResults } from "../../shared/search/useSearchResults";
import { useHitSelection, type HitSelection } from "./useHitSelection";
import { useSearchState, type SearchStateHandle } from "./useSearchState";
import { useSettledSearch } from "./useSettledSearch";

const AT_ONCE = { getInitialValueInEffect: false };

export function SearchPage({ kind, status }: { kind: Kind; status: Status }) {
  const { t } = useTranslation();
  const page = kind === "items" ? "search" : "faq";
  const navigate = useNavigate();
  const handle = useSearchState(kind);
  const { state } = handle;
  const request = requestOf(kind, state);
  const search = useSearchResults(request);
  // Until the request has its own result, the one before it stands in its place.
  const settle = useSettledSearch(request, search.isPlaceholderData ? undefined : search.data?.traceId);
  const filtersBeside = useMediaQuery("(min-width: 1000px)", undefined, AT_ONCE);
  const panelBeside = useMediaQuery("(min-width: 1400px)", undefined, AT_ONCE);
  const panelByItself = useMediaQuery("(min-width: 1700px)", undefined, AT_ONCE);

  const query = state.query.trim();
  const response = query === "" ? undefined : search.data;
  const ids = response?.results.map(hitId) ?? [];
  const hits = useHitSelection({ kind, handle, ids, panelBeside, panelByItself, settle });
  const { inspected, closePanel } = hits;
  const openId = state.open;
  const ean = kind === "items" ? readBarcode(query) : null;
  const inspectWhole = () => {
    if (query === "") return;
    rememberQuery(kind, query);
    void navigate(inspectAddress(kind, state));
  };

  useDocumentTitle(query === "" ? `${t(`page.${page}.nav`)} · Celeiro` : `${query} · Celeiro`);
  useHotkeys([["shift+I", inspectWhole]]);
  useHotkeys([["Escape", () => panelBeside && openId === null && state.why !== null && closePanel()]]);

  return (
    <div className={classes.page}>
      <div className={classes.main}>
        <h1 className="visually-hidden">{t(`page.${page}.title`)}</h1>
        <SearchBar
          kind={kind}
          handle={handle}
          busy={search.isFetching}
          filtersBeside={filtersBeside}
          response={response}
          onSubmit={(text) => {
            if (kind === "items")
              void findScanned(text).then((id) => id !== null && handle.enter({ open: id }));
          }}
          onLeave={() => focusHit(document, 0)}
        />
        {ean !== null && (
          <div className={classes.notice}>
            <Suspense>
              <BarcodeAnswer ean={ean} />
            </Suspense>
          </div>
        )}
        <div className={classes.body}>
          {filtersBeside && (
            <aside className={classes.filters} aria-label={t("filters.title")}>
              <h2 className="visually-hidden">{t("filters.title")}</h2>
              <Filters kind={kind} handle={handle} response={response} />
            </aside>
          )}
          <ResultsPane
            kind={kind}
            status={status}
            handle={handle}
            search={search}
            response={response}
            active={hits.active}
            inspected={inspected}
            covered={openId !== null || (inspected !== null && !panelBeside)}
            onActivate={hits.activate}
            onOpen={hits.open}
            onInspect={hits.inspect}
            onInspectWhole={inspectWhole}
          />
        </div>
      </div>
      <OverTheList
        kind={kind}
        handle={handle}
        request={request}
        response={response}
        hits={hits}
        beside={panelBeside}
      />
    </div>
  );
}

type FiltersProps = { kind: Kind; handle: SearchStateHandle; response: SearchResponse | undefined };

/** Draws the filters of a search, fetched once the first results are drawn. */
function Filters({ kind, handle, response }: FiltersProps) {
  const drawn = useDrawn();
  return (
    <Suspense fallback={<Waiting h={320} />}>
      {drawn ? (
        <FilterColumn kind={kind} state={handle.state} response={response} onChange={handle.change} />
      ) : (
        <Waiting h={320} />
      )}
    </Suspense>
  );
}

type OverProps = FiltersProps & {
  request: ReturnType<typeof requestOf>;
  hits: HitSelection;
  beside: boolean;
};

/** The breakdown of one hit, and the whole record: fetched when first asked for; kept then, for they glide away. */
function OverTheList({ kind, handle, request, response, hits, beside }: OverProps) {
  const navigate = useNavigate();
  const { state, adjust, leave } = handle;
  const { inspected } = hits;
  const openId = state.open;
  const everInspected = useEver(inspected !== null);
  const everOpened = useEver(openId !== null);
  const index = response?.results.findIndex((hit) => hitId(hit) === openId) ?? -1;
  return (
    <Suspense>
      {response && everInspected && (
        <HitInspection
          request={request}
          response={response}
          beside={beside}
          id={inspected}
          against={state.against}
          onAgainst={(against) => adjust({ why: inspected, against })}
          onTry={(path, value) =>
            void navigate(inspectAddress(kind, { ...state, why: inspected }, [`${path}:${value}`]))
          }
          onClose={hits.closePanel}
          onOpen={hits.open}
        />
      )}
      {everOpened && (
        <DetailsDrawer
          kind={kind}
          id={openId}
          hit={response?.results[index]}
          terms={response && index >= 0 ? highlightTerms(response, index) : []}
          onClose={() => leave({ open: null })}
          onInspect={openId !== null && index >= 0 ? () => hits.inspect(openId) : undefined}
        />
      )}
    </Suspense>
  );
}
