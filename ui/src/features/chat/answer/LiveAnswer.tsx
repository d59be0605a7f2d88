/** The answer of a turn under way, and what is left of a turn that came to nothing. */
import { Button } from "@mantine/core";
import { IconAlertTriangle, IconPlayerStop } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Markdown } from "../../../components/markdown/Markdown";
import { ActionCards } from "../actions/ActionCards";
import { Showcases } from "../showcase/Showcases";
import { ToolRounds } from "../actions/ToolRounds";
import { useCitations } from "./Answer";
import { FailureText } from "./FailureText";
import classes from "../thread/Message.module.css";
import { RunningSteps } from "../trace/Steps";
import { useThreadActions } from "../thread/state/threadActions";
import { useTurn } from "../turn/turnStore";
import type { Turn } from "../turn/turn";

const phaseOf = (turn: Turn) => turn.phase;
const textOf = (turn: Turn) => turn.text;
const stepsOf = (turn: Turn) => turn.steps;
const sourcesOf = (turn: Turn) => turn.sources;
const roundsOf = (turn: Turn) => turn.rounds;
const showcasesOf = (turn: Turn) => turn.showcases;
const pendingOf = (turn: Turn) => turn.pending;
const errorOf = (turn: Turn) => turn.error;

const NOTHING: never[] = [];

export function LiveAnswer({ turnId, active }: { turnId: string; active: number | null }) {
  const { t } = useTranslation();
  const phase = useTurn(turnId, phaseOf);
  const text = useTurn(turnId, textOf) ?? "";
  const steps = useTurn(turnId, stepsOf) ?? NOTHING;
  const sources = useTurn(turnId, sourcesOf) ?? NOTHING;
  const rounds = useTurn(turnId, roundsOf) ?? NOTHING;
  const showcases = useTurn(turnId, showcasesOf) ?? NOTHING;
  const pending = useTurn(turnId, pendingOf) ?? NOTHING;
  const citations = useCitations(turnId, sources, active);
  const running = phase === "running" || phase === "stopping";
  return (
    <article className={classes.answer} aria-label={t("thread.answer")} aria-busy={running}>
      {running && <RunningSteps lines={steps} stopping={phase === "stopping"} />}
      <ToolRounds rounds={rounds} />
      {text !== "" && (
        <div className={running ? classes.growing : undefined}>
          <Markdown text={text} growing citations={citations} />
        </div>
      )}
      <Showcases showcases={showcases} />
      <ActionCards pending={pending} />
      {!running && <Ending turnId={turnId} stopped={phase === "stopped"} begun={text !== ""} />}
    </article>
  );
}

type EndingProps = { turnId: string; stopped: boolean; begun: boolean };

function Ending({ turnId, stopped, begun }: EndingProps) {
  const { t } = useTranslation();
  const { retry } = useThreadActions();
  const error = useTurn(turnId, errorOf) ?? null;
  const lead = begun ? t("answer.brokenOff") : t("answer.failed");
  return (
    <div
      className={classes.state}
      data-state={stopped ? "stopped" : "failed"}
      role={stopped ? undefined : "alert"}
    >
      {stopped ? <IconPlayerStop size={16} aria-hidden /> : <IconAlertTriangle size={16} aria-hidden />}
      <div className={classes.stateText}>
        {stopped && t("answer.state.stopped")}
        {!stopped && (error ? <FailureText lead={lead} error={error} /> : <strong>{lead}</strong>)}
      </div>
      <Button size="compact-xs" variant="default" onClick={() => retry(turnId)}>
        {t("action.retry")}
      </Button>
    </div>
  );
}
