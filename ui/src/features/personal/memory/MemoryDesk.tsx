/** What the assistant knows: the list, the item that is open, and where none is, what runs propose and the prompt says. */
import { NativeSelect, Skeleton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useCommandQuery } from "../../../api/hooks";
import { QueryError } from "../../../components/QueryError";
import desk from "../../../shared/desk/desk.module.css";
import { DeskPanes } from "../../../shared/desk/DeskPanes";
import { focusNewForm } from "../../../shared/desk/firstField";
import { ListHead } from "../../../shared/desk/ListHead";
import { useFormKey } from "../../../shared/desk/useFormKey";
import { AREAS } from "../decisions/draft";
import { useGoneDraft } from "../form/useGoneDraft";
import { RowList } from "../RowList";
import type { Knowledge } from "./draft";
import { KnowledgeForm } from "./KnowledgeForm";
import { KnowledgeRow } from "./KnowledgeRow";
import { MemoryProfile } from "./MemoryProfile";
import { ProposedChanges } from "./ProposedChanges";

/** The most that the program lists at once. */
const MOST = 500;

export function MemoryDesk() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const [text, setText] = useState("");
  const [area, setArea] = useState<Knowledge["area"] | "all">("all");
  const wanted = text.trim();
  const query = useCommandQuery("listKnowledge", {
    ...(wanted !== "" && { text: wanted }),
    ...(area !== "all" && { area }),
    limit: MOST,
  });
  const opened = params.get("item");
  const show = (item: string | null) => setParams(item === null ? {} : { item });
  const form = useFormKey(opened);
  const showMade = (item: Knowledge) => {
    form.noteStored(item.id);
    show(item.id);
  };
  const rowsOf = (items: Knowledge[]) =>
    items.map((item) => (
      <KnowledgeRow key={item.id} item={item} open={item.id === opened} onOpen={() => show(item.id)} />
    ));
  const rows = query.data?.rows ?? [];
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
          {query.data && rows.length === 0 && (
            <p className={desk.none}>
              {t(wanted === "" && area === "all" ? "personal.memory.none" : "personal.memory.nothing")}
            </p>
          )}
          <RowList
            label={t("personal.memory.list")}
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
        </>
      }
    >
      {opened === null ? (
        <>
          <ProposedChanges />
          <MemoryProfile />
        </>
      ) : (
        <Opened key={form.key} id={opened} onMade={showMade} onGone={() => show(null)} />
      )}
    </DeskPanes>
  );
}

type OpenedProps = { id: string; onMade: (stored: Knowledge) => void; onGone: () => void };

function Opened({ id, onMade, onGone }: OpenedProps) {
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
