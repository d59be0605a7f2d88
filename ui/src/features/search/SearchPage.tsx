/**
 * The search page, for items and for questions: box and options above; filters, results and the
 * breakdown of a score beside each other below, as far as the window's width allows.
 */
import { useDocumentTitle, useHotkeys, useMediaQuery } from "@mantine/hooks";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { Kind, Status } from "../../api/types";
import { Waiting } from "../../components/Waiting";
import { inspectAddress } from "../../shared/search/inspectState";
import { useDrawn } from "../../lib/hooks/useDrawn";
import { useEver } from "../../lib/hooks/useEver";
import { focusHit } from "./focus";
import { hitId } from "../../shared/record/hit";
import { DetailsDrawer, FilterColumn, HitInspection } from "./lazyParts";
import { rememberQuery } from "./query/recentQueries";
import { ResultsPane } from "./results/ResultsPane";
import { SearchBar } from "./query/SearchBar";
import classes from "./SearchPage.module.css";
import { highlightTerms, requestOf, useSearchResults } from "../../shared/search/useSearchResults";
import { useSearchState } from "./useSearchState";
import { useSettledSearch } from "./useSettledSearch";

const AT_ONCE = { getInitialValueInEffect: false };

export function SearchPage({ kind, status }: { kind: Kind; status: Status }) {
  const { t } = useTranslation();
  const page = kind === "items" ? "search" : "faq";
  const navigate = useNavigate();
  const handle = useSearchState(kind);
  const { state, change, adjust, enter, leave } = handle;
  const request = requestOf(kind, state);
  const search = useSearchResults(request);
  // Until the request has its own result, the one before it stands in its place.
  const settle = useSettledSearch(request, search.isPlaceholderData ? undefined : search.data?.traceId);
  const [touched, setTouched] = useState<string | null>(null);
  const [dismissed, setDismissed] = useState(false);
  const filtersBeside = useMediaQuery("(min-width: 1000px)", undefined, AT_ONCE);
  const panelBeside = useMediaQuery("(min-width: 1400px)", undefined, AT_ONCE);
  const panelByItself = useMediaQuery("(min-width: 1700px)", undefined, AT_ONCE);

  const drawn = useDrawn();
  const query = state.query.trim();
  const response = query === "" ? undefined : search.data;
  const ids = response?.results.map(hitId) ?? [];
  const active = touched !== null && ids.includes(touched) ? touched : null;
  // On a very wide window the breakdown follows the list unasked, until it is closed.
  const inspected = state.why ?? (panelByItself && !dismissed ? (active ?? ids[0] ?? null) : null);
  const indexOf = (id: string | null) => (id === null ? -1 : ids.indexOf(id));
  const termsAt = (index: number) => (response && index >= 0 ? highlightTerms(response, index) : []);

  const activate = (id: string) => {
    setTouched(id);
    if (state.why !== null && state.why !== id) adjust({ why: id });
    if (state.open !== null && state.open !== id) adjust({ open: id });
  };
  const open = (id: string) => {
    rememberQuery(kind, query);
    settle();
    enter({ open: id });
  };
  const inspect = (id: string) => {
    rememberQuery(kind, query);
    settle();
    setTouched(id);
    setDismissed(false);
    if (state.why === id && state.open === null) closePanel();
    else if (panelBeside || state.open !== null) adjust({ why: id, open: null });
    else enter({ why: id });
  };
  const closePanel = () => {
    setDismissed(true);
    if (state.why === null) return;
    if (panelBeside) adjust({ why: null, against: null });
    else leave({ why: null, against: null });
  };
  const openId = state.open;
  // Fetched when they are first asked for; kept then, for they glide away as they close.
  const everInspected = useEver(inspected !== null);
  const everOpened = useEver(openId !== null);
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
          onLeave={() => focusHit(document, 0)}
        />
        <div className={classes.body}>
          {filtersBeside && (
            <aside className={classes.filters} aria-label={t("filters.title")}>
              <h2 className="visually-hidden">{t("filters.title")}</h2>
              <Suspense fallback={<Waiting h={320} />}>
                {drawn ? (
                  <FilterColumn kind={kind} state={state} response={response} onChange={change} />
                ) : (
                  <Waiting h={320} />
                )}
              </Suspense>
            </aside>
          )}
          <ResultsPane
            kind={kind}
            status={status}
            handle={handle}
            search={search}
            response={response}
            active={active}
            inspected={inspected}
            covered={openId !== null || (inspected !== null && !panelBeside)}
            onActivate={activate}
            onOpen={open}
            onInspect={inspect}
            onInspectWhole={inspectWhole}
          />
        </div>
      </div>
      <Suspense>
        {response && everInspected && (
          <HitInspection
            request={request}
            response={response}
            beside={panelBeside}
            id={inspected}
            against={state.against}
            onAgainst={(against) => adjust({ why: inspected, against })}
            onTry={(path, value) =>
              void navigate(inspectAddress(kind, { ...state, why: inspected }, [`${path}:${value}`]))
            }
            onClose={closePanel}
            onOpen={open}
          />
        )}
        {everOpened && (
          <DetailsDrawer
            kind={kind}
            id={openId}
            hit={response?.results[indexOf(openId)]}
            terms={termsAt(indexOf(openId))}
            onClose={() => leave({ open: null })}
            onInspect={openId !== null && indexOf(openId) >= 0 ? () => inspect(openId) : undefined}
          />
        )}
      </Suspense>
    </div>
  );
}
