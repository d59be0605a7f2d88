/**
 * What is out of the ordinary about an answer: stopped, broken off, a model that failed. That an answer
 * was put together without a model is said by its own last line, wherever it is read.
 */
import { Button } from "@mantine/core";
import { IconAlertTriangle, IconPlayerStop, IconPlugOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { FailureText } from "./FailureText";
import type { Message } from "../types";
import classes from "../thread/Message.module.css";
import { useThreadActions } from "../thread/state/threadActions";

export function AnswerState({ message, busy }: { message: Message; busy: boolean }) {
  const { t } = useTranslation();
  const { answerAgain, isReadOnly = false } = useThreadActions();
  const { state, response, parentId } = message;
  const error = response?.error ?? null;
  if (state === "complete" || (state === "composed" && error === null)) return null;
  const lead = state === "composed" ? undefined : t(`answer.state.${state}`);
  return (
    <div className={classes.state} data-state={state}>
      {state === "stopped" && <IconPlayerStop size={16} aria-hidden />}
      {state === "interrupted" && <IconAlertTriangle size={16} aria-hidden />}
      {state === "composed" && <IconPlugOff size={16} aria-hidden />}
      <div className={classes.stateText}>
        {error ? <FailureText {...(lead !== undefined && { lead })} error={error} /> : lead}
      </div>
      {!isReadOnly && (state === "interrupted" || error) && parentId !== null && (
        <Button size="compact-xs" variant="default" disabled={busy} onClick={() => answerAgain(parentId)}>
          {t("action.retry")}
        </Button>
      )}
    </div>
  );
}
