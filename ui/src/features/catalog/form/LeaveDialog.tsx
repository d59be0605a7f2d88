/** Asked before unsaved changes go out of sight. They stay with the tab until saved or discarded. */
import { Button, Group, Modal, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";

type Props = {
  opened: boolean;
  onStay: () => void;
  onDiscard: () => void;
  onLater: () => void;
  onSave: () => void;
};

export function LeaveDialog({ opened, onStay, onDiscard, onLater, onSave }: Props) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onStay}
      title={t("itemForm.leave.title")}
      size="lg"
      centered
      withCloseButton={false}
    >
      <Text size="sm">{t("itemForm.leave.text")}</Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="subtle" color="gray" onClick={onStay}>
          {t("itemForm.leave.stay")}
        </Button>
        <Button variant="default" onClick={onDiscard}>
          {t("itemForm.discard")}
        </Button>
        <Button variant="default" onClick={onLater}>
          {t("itemForm.leave.later")}
        </Button>
        <Button onClick={onSave} data-autofocus>
          {t("itemForm.save")}
        </Button>
      </Group>
    </Modal>
  );
}
