/** Beside the button that loads the demo: the question before, that it goes on, and why it was not loaded. */
import { Box, Button, Group, Modal, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ErrorNotice } from "../../components/ErrorNotice";
import type { DemoLoading } from "./useLoadDemo";

export function DemoState({ demo }: { demo: DemoLoading }) {
  const { t } = useTranslation();
  return (
    <>
      <div role="status">
        {demo.isPending && (
          <Text size="sm" c="dimmed" mt="xs">
            {t("start.loading")}
          </Text>
        )}
      </div>
      {demo.error && (
        <Box mt="md">
          <ErrorNotice title={t("start.failed")} error={demo.error} onRetry={demo.reset} />
        </Box>
      )}
      <Modal
        opened={demo.isAsking}
        onClose={demo.cancel}
        title={t("start.ask.title")}
        centered
        withCloseButton={false}
      >
        <Text size="sm">{t("start.ask.text")}</Text>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={demo.cancel} data-autofocus>
            {t("action.cancel")}
          </Button>
          <Button onClick={demo.confirm}>{t("start.ask.load")}</Button>
        </Group>
      </Modal>
    </>
  );
}
