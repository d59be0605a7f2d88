/**
 * Asks before the sheet is left while cells or undos of it wait: for the program, or for a person. They stay
 * with this tab either way, and are sent when they can be; but a person should not have to find that out. What is
 * filled in for a bulk edit is lost.
 */
import { Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useBlocker } from "react-router";
import { LeavingDialog } from "../../../../components/leave/LeavingDialog";
import { countDrafts } from "../../../../shared/drafts/drafts";
import { takeOverTyping } from "./beforeLeaving";
import { useCellQueue, useUnsaved } from "../queue/queues";
import { countPending } from "../queue/work/work";

type Props = {
  /** A bulk edit over the sheet is filled in and not made. */
  isBulkFilled: boolean;
  onAsk: (isAsked: boolean) => void;
};

export function LeaveGuard({ isBulkFilled, onAsk }: Props) {
  const { t } = useTranslation();
  const queue = useCellQueue();
  const unsaved = useUnsaved();
  const pending = countPending(unsaved, unsaved.isStalled);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (currentLocation.pathname === nextLocation.pathname) return false;
    // Back leaves a field without a click beside it.
    takeOverTyping();
    const now = queue.get();
    return isBulkFilled || countPending(now, now.isStalled).total > 0;
  });
  // All was stored meanwhile, or another way was found: there is nothing to ask about any more.
  const isOver = blocker.state === "blocked" && pending.total === 0 && !isBulkFilled;
  useEffect(() => {
    if (isOver) blocker.reset?.();
  }, [isOver, blocker]);
  const isAsked = blocker.state === "blocked" && !isOver;
  useEffect(() => onAsk(isAsked), [isAsked, onAsk]);
  // What the dialog says stays as it was while the dialog goes.
  const [asked, setAsked] = useState(pending);
  if (pending.total > 0 && JSON.stringify(pending) !== JSON.stringify(asked)) setAsked(pending);
  const { cells, takeBacks, held } = asked;
  const drafts = blocker.state === "blocked" ? countDrafts() : 0;
  const leave = () => blocker.proceed?.();
  if (pending.total === 0 && isBulkFilled)
    return (
      <LeavingDialog
        opened={isAsked}
        title={t("grid.leave.bulkTitle")}
        stay={t("grid.leave.stay")}
        onStay={() => blocker.reset?.()}
        ways={[{ label: t("grid.leave.discard"), loses: true, onTake: leave }]}
      >
        <Text size="sm">{t("grid.leave.bulk")}</Text>
      </LeavingDialog>
    );
  return (
    <LeavingDialog
      opened={isAsked}
      title={cells + held > 0 ? t("grid.leave.title", { count: cells + held }) : t("grid.leave.undoTitle")}
      size="lg"
      stay={t("grid.leave.stay")}
      onStay={() => blocker.reset?.()}
      ways={[
        {
          label: t("grid.leave.discard"),
          loses: true,
          onTake: () => {
            queue.discard();
            leave();
          },
        },
        { label: t("grid.leave.leave"), onTake: leave },
      ]}
    >
      {cells > 0 && <Text size="sm">{t("grid.leave.waiting", { count: cells })}</Text>}
      {takeBacks > 0 && <Text size="sm">{t("grid.leave.takeBacks", { count: takeBacks })}</Text>}
      {held > 0 && <Text size="sm">{t("grid.leave.held", { count: held })}</Text>}
      {isBulkFilled && <Text size="sm">{t("grid.leave.bulk")}</Text>}
      {drafts > 0 && <Text size="sm">{t("grid.leave.drafts", { count: drafts })}</Text>}
      <Text size="sm" mt="xs">
        {t(unsaved.kept ? "grid.leave.kept" : "grid.leave.notKept")}
      </Text>
    </LeavingDialog>
  );
}
