/** What became of a write: done and by whom, with the way back, or why it was not done. */
import { IconAlertTriangle, IconCheck, IconClockOff, IconPencil, IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useMay, useMyAccount } from "../../../shared/account/useMe";
import { useActorName } from "../../../shared/changes/useActorName";
import { useFormats } from "../../../i18n/language";
import type { Action } from "../types";
import classes from "./ActionCard.module.css";
import { UndoMenu } from "./undo/UndoMenu";

type DecidedState = Exclude<Action["state"], "pending">;

export function ActionOutcome({ action }: { action: Action }) {
  const { t } = useTranslation();
  const { time } = useFormats();
  const actorName = useActorName();
  const { state, decidedBy, decidedAt, operationId } = action;
  const isAdmin = useMay("administer");
  const account = useMyAccount();
  const mayUndo = isAdmin || account === null || account.login === decidedBy;
  if (state === "pending") return null;
  const byProgram = typeof action.card.proposedBy === "string";
  const told = state === "executed" && decidedBy !== null && decidedAt !== null;
  return (
    <div className={classes.outcome} data-state={state} role="status">
      <Mark state={state} />
      <span>
        {told
          ? t(byProgram ? "actions.executedForProgram" : "actions.executedBy", {
              who: actorName(decidedBy),
              time: time(decidedAt),
            })
          : t(`actions.state.${state}`)}
      </span>
      {operationId !== null && mayUndo && <UndoMenu action={action} />}
    </div>
  );
}

function Mark({ state }: { state: DecidedState }) {
  switch (state) {
    case "executed":
      return <IconCheck size={15} aria-hidden />;
    case "rejected":
      return <IconX size={15} aria-hidden />;
    case "expired":
    case "superseded":
      return <IconClockOff size={15} aria-hidden />;
    case "conflict":
      return <IconAlertTriangle size={15} aria-hidden />;
    case "corrected":
      return <IconPencil size={15} aria-hidden />;
  }
}
