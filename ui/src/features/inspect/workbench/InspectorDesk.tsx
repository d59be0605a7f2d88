/**
 * A whole search laid open: how many came how far, both lists and what they became, what was cut; its
 * weights to be moved on the left, one record taken apart on the right.
 */
import { Button, SegmentedControl } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconAdjustmentsHorizontal, IconListSearch } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import type { ProfileChanged, SearchInspection } from "../../../api/types";
import { QueryError } from "../../../components/QueryError";
import { SidePanel } from "../../../components/SidePanel";
import { Waiting } from "../../../components/Waiting";
import { useIsThere } from "../../../lib/hooks/useIsThere";
import { useStable } from "../../../lib/hooks/useStable";
import { StartCatalog } from "../../../shared/catalog/StartCatalog";
import { useIsCatalogEmpty } from "../../../shared/catalog/useIsCatalogEmpty";
import { ActiveFilters } from "../../../shared/search/ActiveFilters";
import { countFilters, serializeState } from "../../../shared/search/searchState";
import { isMoved, readDraft, UNMOVED } from "../sliders/draft";
import { SlidersPanel } from "../sliders/SlidersPanel";
import { useRerank } from "../sliders/useRerank";
import { CandidatePanel } from "./CandidatePanel";
import { CutView } from "./lists/CutView";
import { FusedList } from "./lists/FusedList";
import classes from "./InspectorDesk.module.css";
import { VIEWS, weightsOf } from "../../../shared/search/inspectState";
import { PastSearch, QueryForm } from "./QueryForm";
import { fusedView } from "./state/rows";
import { SearchFacts } from "./SearchFacts";
import { TwoLists } from "./lists/TwoLists";
import { useInspection } from "./state/useInspection";
import { useInspectState, type InspectStateHandle } from "./state/useInspectState";

const AT_ONCE = { getInitialValueInEffect: false };

export function InspectorDesk() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const handle = useInspectState();
  const { state, adjust, adjustSearch, change } = handle;
  const query = useInspection(state);
  const inspection = query.data;
  // Weights come with the address once, and are then moved here.
  const [draft, setDraft] = useState(() => readDraft(weightsOf(params)));
  const rerank = useRerank(inspection, draft);
  const panelBeside = useMediaQuery("(min-width: 1400px)", undefined, AT_ONCE);

  const blank = state.trace === null && state.search.query.trim() === "";
  const live = inspection?.recordedAt === null;
  const trying = live && isMoved(draft);
  const selected = state.search.why;
  const select = (id: string | null) =>
    adjustSearch({ why: id === selected ? null : id, against: id === null ? null : state.search.against });
  const isThere = useIsThere();
  // The gate may measure for minutes: another page that was opened meanwhile keeps its address, and this one what it
  // was asked since.
  const saved = useStable(({ name }: ProfileChanged) => {
    if (!isThere()) return;
    setDraft(UNMOVED);
    change({ search: { ...state.search, profile: name, fusion: null } });
  });
  return (
    <div className={classes.desk}>
      {inspection && live && (
        <Sliders opened={state.sliders} onClose={() => adjust({ sliders: false })}>
          <SlidersPanel
            inspection={inspection}
            draft={draft}
            reranked={rerank.data}
            onMove={setDraft}
            onSaved={saved}
          />
        </Sliders>
      )}
      <div className={classes.main} aria-busy={query.isFetching}>
        <QueryForm key={`${state.kind}:${state.search.query}`} handle={handle} />
        {state.trace === null && countFilters(state.search) > 0 && (
          <ActiveFilters
            state={state.search}
            onChange={(filters) =>
              change({ search: { ...state.search, ...filters, why: null, against: null } })
            }
          />
        )}
        {blank ? (
          <Nothing />
        ) : query.error ? (
          <QueryError title={t("whole.failed")} query={query} />
        ) : !inspection ? (
          <Waiting h={360} />
        ) : (
          <>
            <PastSearch inspection={inspection} handle={handle} />
            <SearchFacts inspection={inspection} />
            <Tools handle={handle} live={live} />
            {rerank.error && trying && <QueryError title={t("sliders.failed")} query={rerank} />}
            {trying && state.view !== "fused" && <p className={classes.none}>{t("whole.listsOfProfile")}</p>}
            <Lists
              inspection={inspection}
              view={state.view}
              reranked={trying ? rerank.data : undefined}
              selected={selected}
              onSelect={select}
            />
          </>
        )}
      </div>
      {inspection && (
        <CandidatePanel
          inspection={inspection}
          beside={panelBeside}
          selected={selected}
          against={state.search.against}
          moved={trying}
          onClose={() => adjustSearch({ why: null, against: null })}
          onAgainst={(against) => adjustSearch({ against })}
          onTry={(path, value) => {
            setDraft({ fusion: null, values: { [path]: value } });
            adjust({ sliders: true, view: "fused" });
          }}
        />
      )}
    </div>
  );
}

type SlidersProps = { opened: boolean; onClose: () => void; children: ReactNode };

/** Beside the lists where there is room, over them where there is not. */
function Sliders({ opened, onClose, children }: SlidersProps) {
  const { t } = useTranslation();
  const beside = useMediaQuery("(min-width: 1100px)", undefined, AT_ONCE);
  if (!beside)
    return (
      <SidePanel
        opened={opened}
        onClose={onClose}
        size="min(100%, 380px)"
        title={t("sliders.title")}
        // The list behind has to be seen moving.
        overlayProps={{ backgroundOpacity: 0.05 }}
      >
        {children}
      </SidePanel>
    );
  if (!opened) return null;
  return (
    <aside className={classes.sliders} aria-label={t("sliders.title")}>
      <h2 className={classes.heading}>{t("sliders.title")}</h2>
      {children}
    </aside>
  );
}

/** Which list is looked at; of a search that is run now, its weights and its page too. */
function Tools({ handle, live }: { handle: InspectStateHandle; live: boolean }) {
  const { t } = useTranslation();
  const { state, adjust } = handle;
  return (
    <div className={classes.tools}>
      <SegmentedControl
        size="xs"
        aria-label={t("whole.views")}
        value={state.view}
        data={VIEWS.map((view) => ({ value: view, label: t(`whole.view.${view}`) }))}
        onChange={(view) => adjust({ view })}
      />
      {live && (
        <Button
          size="xs"
          variant={state.sliders ? "light" : "default"}
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          aria-pressed={state.sliders}
          onClick={() => adjust({ sliders: !state.sliders })}
        >
          {t("sliders.open")}
        </Button>
      )}
      {live && (
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          component={Link}
          to={`${state.kind === "items" ? "/search" : "/faq"}?${serializeState(state.search)}`}
        >
          {t("whole.toSearch")}
        </Button>
      )}
    </div>
  );
}

type ListsProps = {
  inspection: SearchInspection;
  view: (typeof VIEWS)[number];
  reranked: Parameters<typeof fusedView>[1];
  selected: string | null;
  onSelect: (id: string) => void;
};

function Lists({ inspection, view, reranked, selected, onSelect }: ListsProps) {
  const { t } = useTranslation();
  if (inspection.candidates.length === 0) return <p className={classes.none}>{t("whole.none")}</p>;
  if (view === "lists") return <TwoLists inspection={inspection} selected={selected} onSelect={onSelect} />;
  if (view === "cut") return <CutView inspection={inspection} selected={selected} onSelect={onSelect} />;
  return (
    <FusedList
      view={fusedView(inspection, reranked)}
      moved={reranked !== undefined}
      selected={selected}
      onSelect={onSelect}
    />
  );
}

function Nothing() {
  const { t } = useTranslation();
  const isEmpty = useIsCatalogEmpty();
  return (
    <div className={classes.nothing}>
      <IconListSearch size={30} stroke={1.4} aria-hidden />
      <p>{t(isEmpty ? "whole.noItems" : "whole.nothing")}</p>
      {isEmpty && <StartCatalog justify="center" />}
    </div>
  );
}
