/** Asks whether the window is closed although cells are not stored. */
import { Button, Group, Modal, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { closeWindow } from "../../../host";

type Props = { /** Cells that are not stored. */ count: number; onStay: () => void };

export function CloseDialog({ count, onStay }: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened onClose={onStay} title={t("grid.leave.title", { count })} centered withCloseButton={false}>
      <Text size="sm">{t("grid.leave.closing")}</Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="subtle" color="red" onClick={closeWindow}>
          {t("grid.leave.close")}
        </Button>
        <Button onClick={onStay} data-autofocus>
          {t("grid.leave.open")}
        </Button>
      </Group>
    </Modal>
  );
}
