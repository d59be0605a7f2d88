/** A file that is on its way and can be stopped, or that was refused. */
import { CloseButton, Loader, Progress, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../components/DataText";
import { useErrorText } from "../../components/useErrorText";
import { useFormats } from "../../i18n/language";
import type { Sending } from "./sendings";
import classes from "./Attachments.module.css";

export function SendingRow({ file, onDismiss }: { file: Sending; onDismiss: () => void }) {
  const { t } = useTranslation();
  const { bytes } = useFormats();
  const describe = useErrorText();
  return (
    <li className={classes.row} data-bad={file.error !== null || undefined}>
      <span className={classes.icon} aria-hidden>
        {file.error ? <IconAlertTriangle size={20} /> : <Loader size={20} />}
      </span>
      <div className={classes.body}>
        <Text fw={600}>
          <DataText text={file.name} />
        </Text>
        {file.error ? (
          <Text size="sm" role="alert">
            <DataText text={describe(file.error)} />
          </Text>
        ) : (
          <>
            <Text size="sm" c="dimmed" role="status">
              {file.fraction === null ? t("files.reading") : t("files.sending", { size: bytes(file.size) })}
            </Text>
            <Progress
              value={100 * (file.fraction ?? 1)}
              animated={file.fraction === null}
              aria-label={file.name}
            />
          </>
        )}
      </div>
      <CloseButton
        aria-label={file.error ? t("action.close") : t("files.stop", { name: file.name })}
        title={file.error ? undefined : t("action.cancel")}
        onClick={onDismiss}
      />
    </li>
  );
}
