/** The pictures and files that go with the next message: how far they are, and the way to take one away. */
import { CloseButton, Loader, Progress } from "@mantine/core";
import { IconAlertTriangle, IconFileText } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import { useErrorText } from "../../../components/useErrorText";
import classes from "./Attachments.module.css";
import type { PendingAttachment } from "./pendingAttachments";
import { PictureThumb } from "./PictureThumb";
import { useAttachmentFacts } from "./useAttachmentFacts";

type Props = { list: readonly PendingAttachment[]; onRemove: (key: string) => void };

export function PendingStrip({ list, onRemove }: Props) {
  const { t } = useTranslation();
  if (list.length === 0) return null;
  return (
    <ul className={classes.strip} aria-label={t("composer.attach.list")}>
      {list.map((one) => (
        <PendingRow key={one.key} attachment={one} onRemove={() => onRemove(one.key)} />
      ))}
    </ul>
  );
}

function PendingRow({ attachment, onRemove }: { attachment: PendingAttachment; onRemove: () => void }) {
  const { t } = useTranslation();
  const describe = useErrorText();
  const factsOf = useAttachmentFacts();
  const { name, fraction, stored, error } = attachment;
  const state = fraction === null ? t("composer.attach.reading") : t("composer.attach.sending");
  return (
    <li className={classes.chip} data-bad={error !== null || undefined}>
      {stored?.format === "picture" ? (
        <PictureThumb attachment={stored} alt="" className={classes.thumb} />
      ) : (
        <span className={classes.thumb} aria-hidden>
          {error ? (
            <IconAlertTriangle size={20} />
          ) : stored ? (
            <IconFileText size={20} />
          ) : (
            <Loader size={18} />
          )}
        </span>
      )}
      <div className={classes.body}>
        <span className={classes.name}>
          <DataText text={name} />
        </span>
        {error ? (
          <span className={classes.facts} role="alert">
            <DataText text={describe(error)} />
          </span>
        ) : stored ? (
          <span className={classes.facts}>{factsOf(stored)}</span>
        ) : (
          <>
            <span className={classes.facts} role="status">
              {state}
            </span>
            <Progress
              size="xs"
              value={100 * (fraction ?? 1)}
              animated={fraction === null}
              aria-label={t("composer.attach.progress", { name })}
            />
          </>
        )}
      </div>
      <CloseButton size="sm" aria-label={t("composer.attach.remove", { name })} onClick={onRemove} />
    </li>
  );
}
