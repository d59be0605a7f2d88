/** What the assistant knows: the list, the item that is open, and where none is, what runs propose and the prompt says. */
import { Badge, NativeSelect, Skeleton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useCommandQuery } from "../../../api/hooks";
import { QueryError } from "../../../components/QueryError";
import { useFormats, useLanguage } from "../../../i18n/language";
import desk from "../../../shared/desk/desk.module.css";
import { DeskPanes } from "../../../shared/desk/DeskPanes";
import { focusNewForm } from "../../../shared/desk/firstField";
import { ListHead } from "../../../shared/desk/ListHead";
import { useFormKey } from "../../../shared/desk/useFormKey";
import { AREAS } from "../decisions/draft";
import { useGoneDraft } from "../form/useGoneDraft";
import { RowList } from "../RowList";
import { ExportPart } from "../table/ExportPart";
import classes from "../personal.module.css";
import { listWaiting, MOST_RUNS, type Knowledge } from "./draft";
import { KnowledgeForm } from "./KnowledgeForm";
import { KnowledgeRow } from "./KnowledgeRow";
import { MemoryProfile } from "./MemoryProfile";
import { ProposedChanges } from "./ProposedChanges";

/** The most that the program lists at once. */
const MOST = 500;
/** Typing pauses this long before the list is asked for. Milliseconds. */
const PAUSE_MS = 200;
/** In the place of an item: what runs propose and the prompt says, which stands beside the list where there is room. */
const OVERVIEW = "overview";

export function MemoryDesk() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  // A command of the chat may bring what is looked for.
  const [text, setText] = useState(() => params.get("q") ?? "");
  const [area, setArea] = useState<Knowledge["area"] | "all">("all");
  const [wanted] = useDebouncedValue(text.trim(), PAUSE_MS);
  const query = useCommandQuery(
    "listKnowledge",
    { ...(wanted !== "" && { text: wanted }), ...(area !== "all" && { area }), limit: MOST },
    { placeholderData: keepPreviousData },
  );
  const opened = params.get("item");
  const isOverview = opened === null || opened === OVERVIEW;
  const show = (item: string | null) => setParams(item === null ? {} : { item });
  const form = useFormKey(opened);
  const client = useQueryClient();
  const language = useLanguage();
  const showMade = (item: Knowledge) => {
    // What was new is read next, and is known: nothing has been taken from a message, and nothing has used it. What it
    // goes against the program finds out.
    const queryKey = ["getKnowledge", language, { id: item.id }];
    client.setQueryData(queryKey, { item, evidence: [], uses: [] });
    void client.invalidateQueries({ queryKey });
    form.noteStored(item.id);
    show(item.id);
  };
  const rowsOf = (items: Knowledge[]) =>
    items.map((item) => (
      <KnowledgeRow key={item.id} item={item} open={item.id === opened} onOpen={() => show(item.id)} />
    ));
  const { rows = [], total = 0 } = query.data ?? {};
  return (
    <DeskPanes
      open={opened}
      back={t("personal.memory.back")}
      onBack={() => show(null)}
      list={
        <>
          <ListHead
            add={t("personal.memory.new")}
            onAdd={() => (opened === "new" ? focusNewForm() : show("new"))}
            search={t("personal.memory.search")}
            text={text}
            onText={setText}
            query={query}
            failed={t("personal.memory.failed")}
          >
            <NativeSelect
              size="xs"
              aria-label={t("personal.memory.field.area")}
              value={area}
              onChange={(event) => setArea(event.currentTarget.value as Knowledge["area"] | "all")}
              data={[
                { value: "all", label: t("personal.decisions.allAreas") },
                ...AREAS.map((value) => ({ value, label: t(`personal.decisions.area.${value}`) })),
              ]}
            />
          </ListHead>
          <OverviewRow open={isOverview} onOpen={() => show(OVERVIEW)} />
          {query.data && rows.length === 0 && (
            <p className={desk.none}>
              {t(wanted === "" && area === "all" ? "personal.memory.none" : "personal.memory.nothing")}
            </p>
          )}
          <RowList
            label={t("personal.memory.list")}
            total={total}
            groups={[
              {
                title: t("personal.memory.holding"),
                rows: rowsOf(rows.filter(({ state }) => state === "active")),
              },
              {
                title: t("personal.memory.past"),
                rows: rowsOf(rows.filter(({ state }) => state !== "active")),
              },
            ]}
          />
          <ExportPart part="knowledge" />
        </>
      }
    >
      {isOverview ? (
        <div className={classes.parts}>
          <ProposedChanges />
          <MemoryProfile />
        </div>
      ) : (
        <OpenedItem key={form.key} id={opened} onMade={showMade} onGone={() => show(null)} />
      )}
    </DeskPanes>
  );
}

type OverviewProps = { open: boolean; onOpen: () => void };

/** The way to what is proposed and what the prompt says, with how much of it waits. */
function OverviewRow({ open, onOpen }: OverviewProps) {
  const { t } = useTranslation();
  const { placeCount } = useFormats();
  const runs = useCommandQuery("listMemoryRuns", { limit: MOST_RUNS }).data ?? [];
  const waiting = listWaiting(runs).reduce((sum, { changes }) => sum + changes.length, 0);
  return (
    <button
      type="button"
      className={`${desk.row} ${classes.lone}`}
      data-row={OVERVIEW}
      aria-current={open}
      onClick={onOpen}
    >
      <span className={desk.rowName}>
        {waiting > 0 && (
          <Badge size="xs" variant="outline" mr={6}>
            {t("personal.memory.waiting", placeCount(waiting))}
          </Badge>
        )}
        {t("personal.memory.overview")}
      </span>
    </button>
  );
}

type OpenedProps = { id: string; onMade: (stored: Knowledge) => void; onGone: () => void };

function OpenedItem({ id, onMade, onGone }: OpenedProps) {
  const { t } = useTranslation();
  const isNew = id === "new";
  const query = useCommandQuery("getKnowledge", { id }, { enabled: !isNew });
  const gone = useGoneDraft<Knowledge>("knowledge", id, query);
  if (isNew || query.data || gone)
    return (
      <KnowledgeForm
        known={isNew ? null : (query.data ?? null)}
        gone={gone}
        onMade={onMade}
        onGone={onGone}
      />
    );
  return query.error ? (
    <QueryError title={t("personal.memory.failed")} query={query} />
  ) : (
    <Skeleton height={240} />
  );
}
