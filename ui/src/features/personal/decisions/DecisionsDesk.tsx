/** Decisions: those to be reviewed first, and the one that is open. */
import { NativeSelect, Skeleton } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useCommandQuery } from "../../../api/hooks";
import type { Data } from "../../../api/command";
import { QueryError } from "../../../components/QueryError";
import { useLanguage } from "../../../i18n/language";
import { fold } from "../../../lib/text/text";
import desk from "../../../shared/desk/desk.module.css";
import { DeskPanes } from "../../../shared/desk/DeskPanes";
import { focusNewForm } from "../../../shared/desk/firstField";
import { ListHead } from "../../../shared/desk/ListHead";
import { useFormKey } from "../../../shared/desk/useFormKey";
import { useGoneDraft } from "../form/useGoneDraft";
import { RowList } from "../RowList";
import { ExportPart } from "../table/ExportPart";
import { DecisionForm } from "./DecisionForm";
import { DecisionRow } from "./DecisionRow";
import { AREAS, isToReview, type Decision } from "./draft";

/** The most that the program lists at once. */
const MOST = 500;

export function DecisionsDesk({ state: { today } }: { state: Data<"getPersonalState"> }) {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const [text, setText] = useState("");
  const [area, setArea] = useState<Decision["area"] | "all">("all");
  const query = useCommandQuery("listDecisions", { ...(area !== "all" && { area }), limit: MOST });
  const opened = params.get("decision");
  const show = (decision: string | null) => setParams(decision === null ? {} : { decision });
  const form = useFormKey(opened);
  const client = useQueryClient();
  const language = useLanguage();
  const showMade = (decision: Decision) => {
    // What was new is read next, and is known.
    client.setQueryData(["getDecision", language, { id: decision.id }], decision);
    form.noteStored(decision.id);
    show(decision.id);
  };
  const wanted = fold(text.trim());
  const found = (query.data ?? []).filter(({ title }) => fold(title).includes(wanted));
  const rowsOf = (decisions: Decision[]) =>
    decisions.map((decision) => (
      <DecisionRow
        key={decision.id}
        decision={decision}
        today={today}
        open={decision.id === opened}
        onOpen={() => show(decision.id)}
      />
    ));
  return (
    <DeskPanes
      open={opened}
      back={t("personal.decisions.back")}
      onBack={() => show(null)}
      list={
        <>
          <ListHead
            add={t("personal.decisions.new")}
            onAdd={() => (opened === "new" ? focusNewForm() : show("new"))}
            search={t("personal.decisions.search")}
            text={text}
            onText={setText}
            query={query}
            failed={t("personal.decisions.failed")}
          >
            <NativeSelect
              size="xs"
              aria-label={t("personal.decisions.field.area")}
              value={area}
              onChange={(event) => setArea(event.currentTarget.value as Decision["area"] | "all")}
              data={[
                { value: "all", label: t("personal.decisions.allAreas") },
                ...AREAS.map((value) => ({ value, label: t(`personal.decisions.area.${value}`) })),
              ]}
            />
          </ListHead>
          {query.data && found.length === 0 && (
            <p className={desk.none}>
              {t(wanted === "" && area === "all" ? "personal.decisions.none" : "personal.decisions.nothing")}
            </p>
          )}
          <RowList
            label={t("personal.decisions.list")}
            groups={[
              {
                title: t("personal.decisions.toReview"),
                rows: rowsOf(found.filter((decision) => isToReview(decision, today))),
              },
              {
                title: t("personal.decisions.others"),
                rows: rowsOf(found.filter((decision) => !isToReview(decision, today))),
              },
            ]}
          />
          <ExportPart part="decisions" />
        </>
      }
    >
      {opened === null ? (
        <p className={desk.none}>{t("personal.decisions.pick")}</p>
      ) : (
        <OpenedDecision key={form.key} id={opened} onMade={showMade} onGone={() => show(null)} />
      )}
    </DeskPanes>
  );
}

type OpenedProps = { id: string; onMade: (stored: Decision) => void; onGone: () => void };

function OpenedDecision({ id, onMade, onGone }: OpenedProps) {
  const { t } = useTranslation();
  const isNew = id === "new";
  const query = useCommandQuery("getDecision", { id }, { enabled: !isNew });
  const gone = useGoneDraft<Decision>("decision", id, query);
  if (isNew || query.data || gone)
    return (
      <DecisionForm
        stored={isNew ? null : (query.data ?? gone?.base ?? null)}
        gone={gone?.error ?? null}
        onMade={onMade}
        onGone={onGone}
      />
    );
  return query.error ? (
    <QueryError title={t("personal.decisions.failed")} query={query} />
  ) : (
    <Skeleton height={240} />
  );
}
