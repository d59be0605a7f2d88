/** What became of a write: done and by whom, with the way back, or why it was not done. */
import { Button } from "@mantine/core";
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCheck,
  IconClockOff,
  IconPencil,
  IconX,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useCommandMutation, useCommandQuery } from "../../../api/hooks";
import { useActorName } from "../../../shared/changes/useActorName";
import { useErrorText } from "../../../components/useErrorText";
import { useFormats } from "../../../i18n/language";
import type { Action } from "../types";
import classes from "./ActionCard.module.css";

type Decided = Exclude<Action["state"], "pending">;

export function ActionOutcome({ action }: { action: Action }) {
  const { t } = useTranslation();
  const { time } = useFormats();
  const actorName = useActorName();
  const { state, decidedBy, decidedAt, operationId } = action;
  if (state === "pending") return null;
  const told = state === "executed" && decidedBy !== null && decidedAt !== null;
  return (
    <div className={classes.outcome} data-state={state} role="status">
      <Mark state={state} />
      <span>
        {told
          ? t("actions.executedBy", { who: actorName(decidedBy), time: time(decidedAt) })
          : t(`actions.state.${state}`)}
      </span>
      {operationId !== null && <Undo operationId={operationId} />}
    </div>
  );
}

function Undo({ operationId }: { operationId: string }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const undo = useCommandMutation("undoOperation");
  const logged = useCommandQuery("getOperation", { id: operationId, limit: 1 });
  const done = logged.data?.operation;
  if (done && !done.undoable) return <span className={classes.undone}>{t("actions.undone")}</span>;
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconArrowBackUp size={14} aria-hidden />}
        loading={undo.isPending}
        disabled={!done}
        onClick={() => undo.mutate({ id: operationId })}
      >
        {t("action.undo")}
      </Button>
      {undo.data && undo.data.conflictCount > 0 && (
        <span>{t("actions.undoConflicts", { count: undo.data.conflictCount })}</span>
      )}
      {undo.error && <span role="alert">{errorText(undo.error)}</span>}
    </>
  );
}

function Mark({ state }: { state: Decided }) {
  switch (state) {
    case "executed":
      return <IconCheck size={15} aria-hidden />;
    case "rejected":
      return <IconX size={15} aria-hidden />;
    case "expired":
      return <IconClockOff size={15} aria-hidden />;
    case "conflict":
      return <IconAlertTriangle size={15} aria-hidden />;
    case "corrected":
      return <IconPencil size={15} aria-hidden />;
  }
}
