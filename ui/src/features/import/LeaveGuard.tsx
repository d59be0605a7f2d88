/**
 * Asks before an import is left while cells of it are corrected or values merged: they stay with this page
 * alone, and of a large file they are an hour's work.
 */
import { Button, Group, Modal, Text } from "@mantine/core";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useBlocker } from "react-router";

/** `decisions`: how many a person has made and nothing has stored yet. */
export function LeaveGuard({ decisions }: { decisions: number }) {
  const { t } = useTranslation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      decisions > 0 && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (decisions === 0) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [decisions]);
  const stay = () => blocker.reset?.();
  return (
    <Modal
      opened={blocker.state === "blocked"}
      onClose={stay}
      title={t("import.leaving.title")}
      centered
      withCloseButton={false}
    >
      <Text size="sm">{t("import.leaving.text", { count: decisions })}</Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="subtle" color="red" onClick={() => blocker.proceed?.()}>
          {t("import.leaving.leave")}
        </Button>
        <Button onClick={stay} data-autofocus>
          {t("import.leaving.stay")}
        </Button>
      </Group>
    </Modal>
  );
}
