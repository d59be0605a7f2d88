/** What is out of the ordinary about an answer: stopped, broken off, put together without a model. */
import { Badge, Button, Code, Text } from "@mantine/core";
import { IconAlertTriangle, IconPlayerStop, IconPlugOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import { useErrorText } from "../../../components/useErrorText";
import type { TurnFailure, Message } from "../types";
import classes from "../thread/Message.module.css";
import { useThreadActions } from "../thread/state/threadActions";

export function AnswerState({ message, busy }: { message: Message; busy: boolean }) {
  const { t } = useTranslation();
  const { answerAgain } = useThreadActions();
  const { state, response, parentId } = message;
  if (state === "complete") return null;
  const error = response?.error ?? null;
  return (
    <div className={classes.state} data-state={state}>
      {state === "stopped" && <IconPlayerStop size={16} aria-hidden />}
      {state === "interrupted" && <IconAlertTriangle size={16} aria-hidden />}
      {state === "composed" && <IconPlugOff size={16} aria-hidden />}
      <div className={classes.stateText}>
        {state === "composed" && (
          <Badge size="sm" variant="light" color="palha" mr={6}>
            {t("answer.noModel")}
          </Badge>
        )}
        {t(`answer.state.${state}`)}
        {error && <FailedText error={error} />}
      </div>
      {(state === "interrupted" || error) && parentId !== null && (
        <Button size="compact-xs" variant="default" disabled={busy} onClick={() => answerAgain(parentId)}>
          {t("action.retry")}
        </Button>
      )}
    </div>
  );
}

/** What went wrong, for people, and its code for who is asked about it. */
export function FailedText({ error }: { error: TurnFailure }) {
  const { t } = useTranslation();
  const describe = useErrorText();
  return (
    <>
      {" "}
      <DataText text={describe(error)} />{" "}
      <Text component="span" size="xs" c="dimmed">
        {t("error.code")} <Code>{error.code}</Code>
      </Text>
    </>
  );
}
