/** The writes that an answer proposed, each on its card. */
import type { PendingAction } from "../types";
import { useThreadActions } from "../thread/state/threadActions";
import { ActionCard } from "./ActionCard";
import classes from "./ActionCard.module.css";

export function ActionCards({ pending }: { pending: readonly PendingAction[] }) {
  const { isReadOnly = false } = useThreadActions();
  if (pending.length === 0) return null;
  return (
    <div className={classes.cards}>
      {pending.map((one) => (
        <ActionCard key={one.actionId} id={one.actionId} isReadOnly={isReadOnly} />
      ))}
    </div>
  );
}
