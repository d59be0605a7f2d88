/** Every setting with its value, where the value came from, and what else it may be. Secrets never arrive here. */
import { Code, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../api/hooks";
import type { ConfigEntry } from "../../../api/types";
import { DataText } from "../../../components/DataText";
import { QueryError } from "../../../components/QueryError";
import { fold } from "../../../lib/text/text";
import classes from "./ConfigTable.module.css";
import { OriginBadge } from "../fields/OriginBadge";

export function ConfigTable() {
  const { t } = useTranslation();
  const config = useCommandQuery("getConfig", {});
  const [sought, setSought] = useState("");

  if (config.error) {
    return <QueryError title={t("settings.failed")} query={config} />;
  }
  if (!config.data) {
    return (
      <Stack gap="sm" aria-busy aria-label={t("search.loading")}>
        {[80, 65, 72, 58].map((width) => (
          <Skeleton key={width} h={16} w={`${width}%`} />
        ))}
      </Stack>
    );
  }
  const needle = fold(sought.trim());
  const entries = config.data.filter(({ name, about }) => fold(`${name} ${about}`).includes(needle));
  return (
    <>
      <TextInput
        maw={360}
        mb="sm"
        aria-label={t("settings.find")}
        placeholder={t("settings.find")}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={sought}
        onChange={(event) => setSought(event.currentTarget.value)}
      />
      {entries.length === 0 ? (
        <Text c="dimmed">{t("settings.nothing")}</Text>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t("settings.name")}</th>
              <th scope="col">{t("settings.value")}</th>
              <th scope="col">{t("settings.origin")}</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <Entry key={entry.name} entry={entry} />
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function Entry({ entry }: { entry: ConfigEntry }) {
  const { t } = useTranslation();
  return (
    <tr>
      <th scope="row">
        <code className={classes.name}>
          <DataText text={entry.name} />
        </code>
        <Text size="xs" c="dimmed">
          <DataText text={entry.about} />
        </Text>
      </th>
      <td>
        <Value entry={entry} />
        {entry.allowed && (
          <Text size="xs" c="dimmed" mt={3}>
            {t("settings.allowed")} <DataText text={entry.allowed} />
          </Text>
        )}
        {entry.idleIn && (
          <Text size="xs" mt={3}>
            {t("settings.idle", { fusion: entry.idleIn, acting: entry.fusions.join(", ") })}
          </Text>
        )}
      </td>
      <td>
        <OriginBadge entry={entry} />
      </td>
    </tr>
  );
}

function Value({ entry }: { entry: ConfigEntry }) {
  const { t } = useTranslation();
  const renderMuted = (text: string) => (
    <Text size="sm" c="dimmed" fs="italic">
      {text}
    </Text>
  );
  if (entry.secret) return renderMuted(entry.value === null ? t("settings.notSet") : t("settings.secret"));
  if (entry.value === null || entry.value === "") return renderMuted(t("settings.notSet"));
  return (
    <Code className={classes.value}>
      <DataText text={entry.value} />
    </Code>
  );
}
