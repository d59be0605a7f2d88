/** What waits for a person, the least sure first: decided by keys, one after the other. */
import { Skeleton } from "@mantine/core";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { CommandError, type Data } from "../../api/command";
import { useCommandMutation, useCommandQuery } from "../../api/hooks";
import { ErrorNotice } from "../../components/ErrorNotice";
import { QueryError } from "../../components/QueryError";
import { readDraft, writeDraft } from "../../shared/drafts/drafts";
import { useDraftIds } from "../../shared/drafts/useDrafts";
import assist from "../../shared/suggestions/Assist.module.css";
import type { Outcome } from "../../shared/suggestions/SuggestionCard";
import type { AcceptedValue } from "../../shared/suggestions/suggestions";
import { QueueEmpty } from "./QueueEmpty";
import { draftKey, ReviewCard, type Entry, type EntryDraft } from "./ReviewCard";
import classes from "./Review.module.css";

export function ReviewQueue({ run }: { run: string | null }) {
  const { t } = useTranslation();
  const queue = useCommandQuery("reviewQueue", { run, limit: 50 });
  useRunsCounted(queue);
  const [active, setActive] = useState(0);
  const decide = useCommandMutation("decideReview");
  const edited = useEditedEntries();
  const rows = queue.isPending ? [] : withEdited(queue.data?.rows ?? [], edited);
  const at = Math.min(active, Math.max(0, rows.length - 1));

  const answer = async (entry: Entry, outcome: Outcome, value: AcceptedValue): Promise<boolean> => {
    try {
      await decide.mutateAsync({
        itemId: entry.item.id,
        version: entry.item.version,
        traceId: entry.traceId,
        field: entry.field,
        outcome,
        value: outcome === "edited" ? value : null,
        operationId: crypto.randomUUID(),
      });
    } catch (cause) {
      // It stands above the list.
      if (cause instanceof CommandError) return false;
      throw cause;
    }
    // Also where this page is gone by now.
    writeDraft(draftKey(entry), null);
    return true;
  };

  return (
    <section className={assist.panel} aria-labelledby="queue-title">
      <div className={assist.head}>
        <h2 className={classes.title} id="queue-title">
          {t("assist.queue.title")}
        </h2>
        <span className={assist.sure}>
          {queue.data && queue.data.total > 0 && t("assist.queue.count", { count: queue.data.total })}
        </span>
      </div>
      <QueryError title={t("assist.failed")} query={queue} />
      {decide.error && (
        <ErrorNotice
          title={t("assist.queue.notSaved")}
          error={decide.error}
          onRetry={() => {
            decide.reset();
            void queue.refetch();
          }}
        />
      )}
      {queue.isPending && <Skeleton h={160} radius={10} />}
      {queue.data && rows.length === 0 && <QueueEmpty />}
      <ul className={assist.list} aria-label={t("assist.queue.title")} onKeyDown={saveTyped}>
        {rows.map((entry, place) => (
          <ReviewCard
            key={draftKey(entry).id}
            entry={entry}
            active={place === at}
            busy={decide.isPending}
            onDecide={(outcome, value) => answer(entry, outcome, value)}
            onMove={(by) => setActive(Math.max(0, Math.min(place + by, rows.length - 1)))}
          />
        ))}
      </ul>
    </section>
  );
}

/** Ctrl+S in the box of one that is being edited takes that over. */
function saveTyped(event: KeyboardEvent): void {
  if ((!event.ctrlKey && !event.metaKey) || event.key.toLowerCase() !== "s") return;
  if (!(event.target instanceof Element)) return;
  event.preventDefault();
  event.target.closest("form")?.requestSubmit();
}

/** What was being edited, by an earlier visit too, as it was listed then. */
function useEditedEntries(): Entry[] {
  return useDraftIds("suggestion").flatMap((id) => {
    const entry = readDraft<Entry, EntryDraft>({ kind: "suggestion", id })?.base;
    return entry ? [entry] : [];
  });
}

/** What is being edited stays, also where the queue lists it no more. */
function withEdited(rows: readonly Entry[], edited: readonly Entry[]): Entry[] {
  const listed = new Set(rows.map((row) => draftKey(row).id));
  return [...edited.filter((entry) => !listed.has(draftKey(entry).id)), ...rows];
}

/** The runs beside the queue say how many wait: where that changes, the queue is asked anew. */
function useRunsCounted({ data, refetch }: Pick<UseQueryResult<Data<"reviewQueue">>, "data" | "refetch">) {
  const runs = useCommandQuery("listEnrichments", {}).data;
  const waiting = runs?.reduce((sum, { toReview }) => sum + toReview, 0) ?? null;
  const before = useRef<number | null>(null);
  useEffect(() => {
    if (waiting === null || data === undefined) return;
    const isNew = before.current === null ? waiting > 0 && data.total === 0 : before.current !== waiting;
    before.current = waiting;
    if (isNew) void refetch();
  }, [waiting, data, refetch]);
}
