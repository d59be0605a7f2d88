/** What the model asked of tools, round by round, as it happens and afterwards. */
import { Loader } from "@mantine/core";
import {
  IconAlertTriangle,
  IconHandStop,
  IconLayoutGrid,
  IconSearch,
  IconSearchOff,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import type { RequestedCall, ToolOutcome, ToolRound } from "../types";
import classes from "./ToolRounds.module.css";
import { drawsCards, shortArguments, toolOf } from "./tools";

export function ToolRounds({ rounds }: { rounds: readonly ToolRound[] }) {
  const { t } = useTranslation();
  if (rounds.length === 0) return null;
  return (
    <ol className={classes.rounds} aria-label={t("actions.rounds")}>
      {rounds.flatMap(({ iteration, toolCalls, results }) =>
        toolCalls.map((call, index) => (
          <CallLine key={`${iteration} ${call.id}`} call={call} outcome={results[index]} />
        )),
      )}
    </ol>
  );
}

function CallLine({ call, outcome }: { call: RequestedCall; outcome: ToolOutcome | undefined }) {
  const { t } = useTranslation();
  const tool = toolOf(call.name);
  const asked = shortArguments(call.arguments);
  return (
    <li className={classes.call} data-outcome={outcome === undefined ? "running" : kindOf(outcome)}>
      <Mark outcome={outcome} />
      <span>{tool === null ? t("actions.tool.unknown") : t(`actions.tool.${tool}`)}</span>
      {asked !== "" && (
        <span className={classes.asked}>
          <DataText text={asked} />
        </span>
      )}
      {outcome && <Outcome outcome={outcome} />}
    </li>
  );
}

function Outcome({ outcome }: { outcome: ToolOutcome }) {
  const { t } = useTranslation();
  const kind = kindOf(outcome);
  const count = outcome.resultCount;
  const given = drawsCards(outcome.name)
    ? t("actions.outcome.cards", { count })
    : t("actions.outcome.ok", { count });
  const said = kind === "ok" ? given : t(`actions.outcome.${kind}`);
  return (
    <span className={classes.outcome} title={kind === "refused" ? outcome.outcome : undefined}>
      {said}
    </span>
  );
}

function kindOf({ outcome }: ToolOutcome): "ok" | "empty" | "pending" | "refused" {
  return outcome === "ok" || outcome === "empty" || outcome === "pending" ? outcome : "refused";
}

function Mark({ outcome }: { outcome: ToolOutcome | undefined }) {
  if (outcome === undefined) return <Loader size={13} />;
  switch (kindOf(outcome)) {
    case "ok":
      return drawsCards(outcome.name) ? (
        <IconLayoutGrid size={14} aria-hidden />
      ) : (
        <IconSearch size={14} aria-hidden />
      );
    case "empty":
      return <IconSearchOff size={14} aria-hidden />;
    case "pending":
      return <IconHandStop size={14} aria-hidden />;
    case "refused":
      return <IconAlertTriangle size={14} aria-hidden />;
  }
}
