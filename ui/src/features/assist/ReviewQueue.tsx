/** What waits for a person, the least sure first: decided by keys, one after the other. */
import { Skeleton } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Data } from "../../api/command";
import { useCommandMutation, useCommandQuery } from "../../api/hooks";
import { DataText } from "../../components/DataText";
import { ErrorNotice } from "../../components/ErrorNotice";
import { QueryError } from "../../components/QueryError";
import { QueueEmpty } from "./QueueEmpty";
import assist from "../../shared/suggestions/Assist.module.css";
import { SuggestionCard, type Outcome } from "../../shared/suggestions/SuggestionCard";
import { readStoredSuggestion, type AcceptedValue } from "../../shared/suggestions/suggestions";
import classes from "./Review.module.css";

type Entry = Data<"reviewQueue">["rows"][number];

export function ReviewQueue({ run }: { run: string | null }) {
  const { t } = useTranslation();
  const queue = useCommandQuery("reviewQueue", { run, limit: 50 });
  useRunsCounted(queue);
  const [active, setActive] = useState(0);
  const decide = useCommandMutation("decideReview");
  const rows = queue.data?.rows ?? [];
  const at = Math.min(active, Math.max(0, rows.length - 1));

  const answer = (entry: Entry, outcome: Outcome, value: AcceptedValue) =>
    decide.mutate({
      itemId: entry.item.id,
      version: entry.item.version,
      traceId: entry.traceId,
      field: entry.field,
      outcome,
      value: outcome === "edited" ? value : null,
      operationId: crypto.randomUUID(),
    });

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
      <ul className={assist.list} aria-label={t("assist.queue.title")}>
        {rows.map((entry, place) => (
          <SuggestionCard
            key={`${entry.traceId}-${entry.field}`}
            suggestion={readStoredSuggestion(entry.field, entry.suggestion)}
            current={entry.item[entry.field]}
            heading={
              <p className={classes.item}>
                <DataText text={entry.item.name} />
              </p>
            }
            active={place === at}
            decided={null}
            busy={decide.isPending}
            onDecide={(outcome, value) => answer(entry, outcome, value)}
            onMove={(by) => setActive(Math.max(0, Math.min(place + by, rows.length - 1)))}
          />
        ))}
      </ul>
    </section>
  );
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
