/**
 * Asks before the sheet is left while cells of it wait: for the program, or for a person. They stay with
 * this tab either way, and are sent when they can be; but a person should not have to find that out.
 */
import { Button, Group, Modal, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useBlocker } from "react-router";
import { takeOverTyping } from "./beforeLeaving";
import { useCellQueue, useUnsaved } from "./queues";
import { waitingCells } from "./work";

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
  const stay = () => blocker.reset?.();
  const leave = () => blocker.proceed?.();
  return (
    <Modal
      opened={blocker.state === "blocked"}
      onClose={stay}
      title={t("grid.leave.title", { count: waiting + held })}
      size="lg"
      centered
      withCloseButton={false}
    >
      {waiting > 0 && <Text size="sm">{t("grid.leave.waiting", { count: waiting })}</Text>}
      {held > 0 && <Text size="sm">{t("grid.leave.held", { count: held })}</Text>}
      <Text size="sm" mt="xs">
        {t(unsaved.kept ? "grid.leave.kept" : "grid.leave.notKept")}
      </Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button
          variant="subtle"
          color="red"
          onClick={() => {
            queue.discard();
            leave();
          }}
        >
          {t("grid.leave.discard")}
        </Button>
        <Button variant="default" onClick={leave}>
          {t("grid.leave.leave")}
        </Button>
        <Button onClick={stay} data-autofocus>
          {t("grid.leave.stay")}
        </Button>
      </Group>
    </Modal>
  );
}
