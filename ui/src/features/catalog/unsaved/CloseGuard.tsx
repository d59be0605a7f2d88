/** In the desktop window: asks before it is closed while cells are not stored, for they go with it. */
import { Button, Group, Modal, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { closeWindow, keepWindow, onClosing } from "../../../host";
import { useStable } from "../../../lib/useStable";
import { takeOverTyping } from "./beforeLeaving";
import { useCellQueue, useUnsaved } from "./queues";
import { waitingCells } from "./work";

/** What is just being sent is waited for so long. Milliseconds. */
const PATIENCE_MS = 2_000;

export function CloseGuard() {
  const { t } = useTranslation();
  const queue = useCellQueue();
  const unsaved = useUnsaved();
  const [asking, setAsking] = useState(false);
  const ask = useStable(async () => {
    takeOverTyping();
    await Promise.race([queue.settled(), new Promise((over) => setTimeout(over, PATIENCE_MS))]);
    if (queue.isEmpty()) closeWindow();
    else setAsking(true);
  });
  useEffect(() => onClosing(() => void ask()), [ask]);
  const stay = () => {
    setAsking(false);
    keepWindow();
  };
  const count = waitingCells(unsaved).length + unsaved.held.length;
  return (
    <Modal
      opened={asking}
      onClose={stay}
      title={t("grid.leave.title", { count })}
      centered
      withCloseButton={false}
    >
      <Text size="sm">{t("grid.leave.closing")}</Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="subtle" color="red" onClick={closeWindow}>
          {t("grid.leave.close")}
        </Button>
        <Button onClick={stay} data-autofocus>
          {t("grid.leave.open")}
        </Button>
      </Group>
    </Modal>
  );
}
