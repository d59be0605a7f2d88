/** The ways out of an empty catalog: a file, the demo, or a first item or question by hand. */
import { Button, Group, Modal, Text } from "@mantine/core";
import { IconFileImport, IconPlus, IconSparkles } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Kind } from "../../api/types";
import { useCommandMutation, useCommandQuery } from "../../api/hooks";
import { ErrorNotice } from "../../components/ErrorNotice";
import { showToast } from "../../components/toast/toasts";
import { seekFocus } from "../../lib/seekFocus";
import { useFormats } from "../../i18n/language";
import { importAddress, itemAddress, NEW_FAQ } from "./address";

type Props = {
  justify: "center" | "flex-start";
  /** What is begun with by hand. */
  kind?: Kind;
};

export function StartCatalog({ justify, kind = "items" }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const status = useCommandQuery("status", {}).data;
  useFocusAfter();
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
        <Button
          component={Link}
          to={importAddress(kind)}
          leftSection={<IconFileImport size={17} aria-hidden />}
        >
          {t("start.import")}
        </Button>
        {/* It goes into a catalog without items alone. */}
        {(kind === "items" || status?.items === 0) && (
          <Button
            variant="default"
            leftSection={<IconSparkles size={17} aria-hidden />}
            loading={demo.isPending}
            // A team's database is shared: that is asked first.
            onClick={() => (status?.database.kind === "server" ? setAsking(true) : load(false))}
          >
            {t("start.demo")}
          </Button>
        )}
        <Button
          component={Link}
          to={kind === "items" ? itemAddress("new") : NEW_FAQ}
          variant="default"
          leftSection={<IconPlus size={17} aria-hidden />}
        >
          {t(kind === "items" ? "start.item" : "start.faq")}
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

/** What these ways lead to takes them away: the focus goes on in the page, where that has no place of its own for it. */
function useFocusAfter(): void {
  useEffect(
    () => () => {
      const page = document.querySelector<HTMLElement>("main");
      seekFocus({
        give: () => page?.focus(),
        holds: (element) => page?.contains(element) ?? false,
        takes: false,
      });
    },
    [],
  );
}
