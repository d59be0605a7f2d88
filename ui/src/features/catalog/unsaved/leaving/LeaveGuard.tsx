/**
 * Asks before the sheet is left while cells of it wait: for the program, or for a person. They stay with
 * this tab either way, and are sent when they can be; but a person should not have to find that out.
 */
import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useBlocker } from "react-router";
import { LeavingDialog } from "../../../../components/leave/LeavingDialog";
import { takeOverTyping } from "./beforeLeaving";
import { useCellQueue, useUnsaved } from "../queue/queues";
import { waitingCells } from "../queue/work";

export function LeaveGuard() {
  const { t } = useTranslation();
  const queue = useCellQueue();
  const unsaved = useUnsaved();
  // What is just being sent needs no decision.
  const waiting = unsaved.away ? waitingCells(unsaved).length : 0;
  const held = unsaved.held.length;
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (currentLocation.pathname === nextLocation.pathname) return false;
    // Back leaves a field without a click beside it.
    takeOverTyping();
    const now = queue.get();
    return now.held.length > 0 || (now.away !== null && waitingCells(now).length > 0);
  });
  const leave = () => blocker.proceed?.();
  return (
    <LeavingDialog
      opened={blocker.state === "blocked"}
      title={t("grid.leave.title", { count: waiting + held })}
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
      {waiting > 0 && <Text size="sm">{t("grid.leave.waiting", { count: waiting })}</Text>}
      {held > 0 && <Text size="sm">{t("grid.leave.held", { count: held })}</Text>}
      <Text size="sm" mt="xs">
        {t(unsaved.kept ? "grid.leave.kept" : "grid.leave.notKept")}
      </Text>
    </LeavingDialog>
  );
}
