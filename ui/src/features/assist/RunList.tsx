/** The runs: how far each is, what it has cost, and what can be done to it. */
import { Button, Group, Progress } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Data, Req } from "../../api/command";
import { useCommandMutation, useCommandQuery } from "../../api/hooks";
import { DataText } from "../../components/DataText";
import { QueryError } from "../../components/QueryError";
import { useFormats } from "../../i18n/language";
import classes from "./Review.module.css";

type Run = Data<"listEnrichments">[number];
type Action = Req<"changeEnrichment">["action"];

/** How often a run at work is looked at, in milliseconds. */
const LOOK = 2_000;

type Props = { chosen: string | null; onChoose: (run: string | null) => void };

export function RunList({ chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const runs = useCommandQuery(
    "listEnrichments",
    {},
    {
      refetchInterval: (query) => (query.state.data?.some(({ state }) => state === "running") ? LOOK : false),
    },
  );
  if (runs.error) {
    return <QueryError title={t("assist.failed")} query={runs} />;
  }
  if (!runs.data || runs.data.length === 0) return null;
  return (
    <section className={classes.box} aria-labelledby="runs-title">
      <h2 className={classes.title} id="runs-title">
        {t("assist.run.list")}
      </h2>
      <ul className={classes.list}>
        {runs.data.map((run) => (
          <RunCard
            key={run.id}
            run={run}
            chosen={run.id === chosen}
            onChoose={() => onChoose(run.id === chosen ? null : run.id)}
          />
        ))}
      </ul>
    </section>
  );
}

function RunCard({ run, chosen, onChoose }: { run: Run; chosen: boolean; onChoose: () => void }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const change = useCommandMutation("changeEnrichment");
  const done = run.items - run.waiting;
  const button = (action: Action) => (
    <Button
      key={action}
      size="compact-xs"
      variant="default"
      loading={change.isPending && change.variables.action === action}
      onClick={() => change.mutate({ id: run.id, action })}
    >
      {t(`assist.run.${action}`)}
    </Button>
  );
  return (
    <li className={classes.run} data-chosen={chosen || undefined}>
      <p className={classes.item}>
        {run.fields.map((field) => t(`assist.field.${field}`)).join(", ")} ·{" "}
        {t(`assist.run.state.${run.state}`)}
        {run.pause === "budget" && ` (${t("assist.run.budgetSpent")})`}
        {run.pause === "failures" && ` (${t("assist.run.heldUp")})`}
        {run.pause === "account" && ` (${t("assist.run.ownerOut")})`}
      </p>
      <Progress
        value={run.items === 0 ? 100 : (done / run.items) * 100}
        aria-label={t("assist.run.progress")}
      />
      <p className={classes.plain}>
        {t("assist.run.counts", {
          done: formats.integer(done),
          items: formats.integer(run.items),
          review: formats.integer(run.toReview),
          failed: formats.integer(run.failed),
          cost: formats.cost(run.costUsd),
        })}
      </p>
      {run.lastError && (
        <p className={classes.plain} role="status">
          {t("assist.run.attempts", { count: run.failedAttempts })}{" "}
          <DataText text={`${run.lastError.message} [${run.lastError.code}]`} />
        </p>
      )}
      {run.withoutModel > 0 && (
        <p className={classes.plain}>{t("assist.run.withoutModel", { count: run.withoutModel })}</p>
      )}
      <Group gap={6} mt={6}>
        <Button
          size="compact-xs"
          variant={chosen ? "filled" : "light"}
          aria-pressed={chosen}
          onClick={onChoose}
        >
          {t("assist.run.choose")}
        </Button>
        {actionsOf(run).map(button)}
      </Group>
    </li>
  );
}

function actionsOf(run: Run): Action[] {
  const ends: Record<Run["state"], Action[]> = {
    running: ["pause", "cancel"],
    paused: ["resume", "cancel"],
    done: [],
    cancelled: [],
  };
  return run.failed + run.withoutModel > 0 && run.state !== "cancelled"
    ? [...ends[run.state], "retry"]
    : ends[run.state];
}
