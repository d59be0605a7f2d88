/** Asks a provider whether it is there and takes the key, and says exactly what it answered. */
import { Button, Code, Group, Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconPlugConnected } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../../api/hooks";
import type { ProviderTest } from "../../../../api/types";
import { DataText } from "../../../../components/DataText";
import { QueryError } from "../../../../components/QueryError";
import { Notice } from "../../../../components/Notice";
import { useFormats } from "../../../../i18n/language";
import type { ProviderId } from "../../names";

export function ConnectionTest({ provider }: { provider: ProviderId }) {
  const { t } = useTranslation();
  // Asked only when a person wants to know, and then anew each time.
  const test = useCommandQuery("testProvider", { provider }, { enabled: false, gcTime: 0 });
  return (
    <div aria-live="polite">
      <Group mt="sm">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlugConnected size={16} aria-hidden />}
          onClick={() => void test.refetch()}
          loading={test.isFetching}
        >
          {t("settings.test.run")}
        </Button>
      </Group>
      {test.error && !test.isFetching ? (
        <QueryError title={t("settings.test.failed")} query={test} />
      ) : (
        test.data && !test.isFetching && <Result test={test.data} />
      )}
    </div>
  );
}

function Result({ test }: { test: ProviderTest }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const missing = test.inUse.filter((use) => use.offered === false);
  if (!test.works) {
    return (
      <Notice tone="wait" icon={<IconAlertTriangle size={20} />}>
        <Text fw={600}>{t("settings.test.failed")}</Text>
        <Text>
          <DataText text={test.error?.message ?? ""} />
        </Text>
        <Text size="xs" c="dimmed">
          {t("error.code")} <Code>{test.error?.code}</Code>
        </Text>
      </Notice>
    );
  }
  return (
    <Notice icon={<IconCircleCheck size={20} />}>
      <Text fw={600}>
        {t("settings.test.works", { time: formats.milliseconds(test.ms), count: test.models.length })}
      </Text>
      {missing.map((use) => (
        <Text key={use.purpose} size="sm">
          <DataText text={t("settings.test.notOffered", { model: use.models[0] ?? "" })} />
        </Text>
      ))}
    </Notice>
  );
}
