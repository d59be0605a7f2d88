/** The ways out of an empty catalog: a file, the demo, or a first item by hand. */
import { Button, Group, Modal, Text } from "@mantine/core";
import { IconFileImport, IconPlus, IconSparkles } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCommandMutation, useCommandQuery } from "../../api/hooks";
import { ErrorNotice } from "../../components/ErrorNotice";
import { showToast } from "../../components/toast/toasts";
import { useFormats } from "../../i18n/language";
import { itemAddress } from "./address";

type Props = { justify: "center" | "flex-start" };

export function StartCatalog({ justify }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const database = useCommandQuery("status", {}).data?.database;
  const demo = useCommandMutation("loadDemo");
  const [asking, setAsking] = useState(false);
  const load = (onServer: boolean) => {
    setAsking(false);
    demo.mutate(
      { onServer },
      {
        onSuccess: ({ items }) =>
          showToast({
            tone: "info",
            text: t("start.loaded", { count: items, shown: formats.integer(items) }),
          }),
      },
    );
  };
  return (
    <>
      <Group gap="xs" justify={justify}>
        <Button component={Link} to="/catalog/import" leftSection={<IconFileImport size={17} aria-hidden />}>
          {t("start.import")}
        </Button>
        <Button
          variant="default"
          leftSection={<IconSparkles size={17} aria-hidden />}
          loading={demo.isPending}
          // A team's database is shared: that is asked first.
          onClick={() => (database?.kind === "server" ? setAsking(true) : load(false))}
        >
          {t("start.demo")}
        </Button>
        <Button
          component={Link}
          to={itemAddress("new")}
          variant="default"
          leftSection={<IconPlus size={17} aria-hidden />}
        >
          {t("start.item")}
        </Button>
      </Group>
      <div role="status">
        {demo.isPending && (
          <Text size="sm" c="dimmed" mt="xs">
            {t("start.loading")}
          </Text>
        )}
      </div>
      {demo.error && (
        <ErrorNotice title={t("start.failed")} error={demo.error} onRetry={() => demo.reset()} />
      )}
      <Modal
        opened={asking}
        onClose={() => setAsking(false)}
        title={t("start.ask.title")}
        centered
        withCloseButton={false}
      >
        <Text size="sm">{t("start.ask.text")}</Text>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={() => setAsking(false)} data-autofocus>
            {t("action.cancel")}
          </Button>
          <Button onClick={() => load(true)}>{t("start.ask.load")}</Button>
        </Group>
      </Modal>
    </>
  );
}
