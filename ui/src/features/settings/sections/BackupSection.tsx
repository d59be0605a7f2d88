/** Daily backups: the last one, why the next one failed, and making one now. */
import { Alert, Box, Button, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call, type CommandError, type Data } from "../../../api/command";
import { useCommandQuery } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { cancelMeasurement } from "../../../components/measuring/cancel";
import { Measuring } from "../../../components/measuring/Measuring";
import { QueryError } from "../../../components/QueryError";
import { useFormats } from "../../../i18n/language";
import { SettingField } from "../fields/SettingField";
import { BACKUP } from "../names";
import classes from "../SettingsPage.module.css";
import type { Entries } from "../useSettings";
import { Section } from "./Section";

export function BackupSection({ entries }: { entries: Entries }) {
  const { t } = useTranslation();
  const state = useCommandQuery("backupState", {});
  return (
    <Section id="backup" title={t("settings.section.backup.title")} text={t("settings.section.backup.text")}>
      <QueryError title={t("settings.backup.failed")} query={state} />
      {state.data && <LastBackup state={state.data} />}
      <BackupNow />
      {BACKUP.map((name) => (
        <SettingField key={name} entry={entries.get(name)} name={name} />
      ))}
    </Section>
  );
}

function LastBackup({ state }: { state: Data<"backupState"> }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <>
      {state.failure && (
        <Alert
          color="red"
          title={t(
            state.failure.code === "backup_incomplete"
              ? "settings.backup.lastIncomplete"
              : "settings.backup.lastFailed",
            { at: formats.dateTime(state.failure.at) },
          )}
        >
          <DataText text={state.failure.message} />
        </Alert>
      )}
      <dl className={classes.facts}>
        <dt>{t("settings.backup.last")}</dt>
        <dd>
          {state.last
            ? `${formats.dateTime(state.last.madeAt)} · ${formats.bytes(state.last.bytes)}`
            : t(state.enabled ? "settings.backup.none" : "settings.backup.off")}
        </dd>
        <dt>{t("settings.backup.folder")}</dt>
        <dd>
          <DataText text={state.folder} />
        </dd>
      </dl>
    </>
  );
}

function BackupNow() {
  const { t } = useTranslation();
  const formats = useFormats();
  const client = useQueryClient();
  const [measureId, setMeasureId] = useState<string | null>(null);
  const making = useMutation<Data<"makeBackup">, CommandError, string>({
    mutationFn: (id) => call("makeBackup", { measureId: id }),
    onSettled: () => client.invalidateQueries({ queryKey: ["backupState"] }),
  });
  const begin = () => {
    const id = crypto.randomUUID();
    setMeasureId(id);
    making.mutate(id);
  };
  return (
    <Box mt="xs">
      {making.isPending ? (
        <Measuring id={measureId} of="parts" onCancel={() => measureId && cancelMeasurement(measureId)} />
      ) : (
        <Button variant="default" onClick={begin}>
          {t("settings.backup.now")}
        </Button>
      )}
      {making.error && making.error.code !== "cancelled" && (
        <Alert color="red" mt="xs">
          <DataText text={making.error.message} />
        </Alert>
      )}
      {making.data && (
        <Text size="sm" mt="xs" role="status">
          {t("settings.backup.made", { size: formats.bytes(making.data.bytes) })}
        </Text>
      )}
    </Box>
  );
}
