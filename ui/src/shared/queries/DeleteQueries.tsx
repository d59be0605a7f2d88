/** Deletes the whole query log, after asking. */
import { Button, Group, Text } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommandMutation } from "../../api/hooks";
import { Dialog } from "../../components/Dialog";
import { showToast } from "../../components/toast/toasts";
import { useErrorToast } from "../../components/toast/useErrorToast";

/** `total`: how many entries there are; nothing is offered where there are none. */
export function DeleteQueries({ total }: { total: number | null }) {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const [asking, setAsking] = useState(false);
  const { mutate, isPending } = useCommandMutation("deleteQueries");
  const remove = () =>
    mutate(
      {},
      {
        onSuccess: ({ deleted }) => {
          showToast({ tone: "info", text: t("bench.queries.delete.done", { count: deleted }) });
          setAsking(false);
        },
        onError: showError,
      },
    );
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTrash size={16} aria-hidden />}
        disabled={total === 0}
        onClick={() => setAsking(true)}
      >
        {t("bench.queries.delete.button")}
      </Button>
      <Dialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t("bench.queries.delete.title")}
        centered
      >
        <Text size="sm">{t("bench.queries.delete.text")}</Text>
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={() => setAsking(false)}>
            {t("action.cancel")}
          </Button>
          <Button color="red" loading={isPending} onClick={remove}>
            {t("bench.queries.delete.confirm")}
          </Button>
        </Group>
      </Dialog>
    </>
  );
}
