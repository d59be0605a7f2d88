/** The pictures and files of a message that was sent: a picture opens large, a file is saved. */
import { Button, UnstyledButton } from "@mantine/core";
import { IconDownload, IconFileText } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call, type CommandError } from "../../../api/command";
import { saveDownload } from "../../../api/transfers";
import { DataText } from "../../../components/DataText";
import { Dialog } from "../../../components/Dialog";
import { useErrorToast } from "../../../components/toast/useErrorToast";
import { cleanText } from "../../../lib/text/text";
import type { MessageAttachment } from "../types";
import classes from "./Attachments.module.css";
import { PictureThumb } from "./PictureThumb";
import { useAttachmentFacts } from "./useAttachmentFacts";

const NONE: readonly MessageAttachment[] = [];

export function MessageAttachments({ list = NONE }: { list?: readonly MessageAttachment[] }) {
  const { t } = useTranslation();
  if (list.length === 0) return null;
  return (
    <ul className={classes.sent} aria-label={t("thread.attachments")}>
      {list.map((one) => (
        <li key={one.id}>
          {one.format === "picture" ? <SentPicture attachment={one} /> : <SentFile attachment={one} />}
        </li>
      ))}
    </ul>
  );
}

function SentPicture({ attachment }: { attachment: MessageAttachment }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { run, isRunning } = useSave(attachment);
  const name = cleanText(attachment.name);
  return (
    <>
      <UnstyledButton
        className={classes.picture}
        aria-label={t("thread.openPicture", { name })}
        title={name}
        onClick={() => setOpen(true)}
      >
        <PictureThumb attachment={attachment} alt="" className={classes.view} />
      </UnstyledButton>
      <Dialog
        opened={open}
        onClose={() => setOpen(false)}
        title={<DataText text={attachment.name} />}
        size="auto"
      >
        <PictureThumb attachment={attachment} alt={t("thread.picture", { name })} className={classes.large} />
        <Button
          mt="sm"
          size="xs"
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={isRunning}
          onClick={run}
        >
          {t("thread.savePicture")}
        </Button>
      </Dialog>
    </>
  );
}

function SentFile({ attachment }: { attachment: MessageAttachment }) {
  const { t } = useTranslation();
  const factsOf = useAttachmentFacts();
  const { run, isRunning } = useSave(attachment);
  return (
    <UnstyledButton
      className={classes.chip}
      aria-label={t("thread.saveFile", { name: cleanText(attachment.name) })}
      disabled={isRunning}
      onClick={run}
    >
      <span className={classes.thumb} aria-hidden>
        <IconFileText size={20} />
      </span>
      <span className={classes.body}>
        <span className={classes.name}>
          <DataText text={attachment.name} />
        </span>
        <span className={classes.facts}>{factsOf(attachment)}</span>
      </span>
    </UnstyledButton>
  );
}

function useSave({ id }: MessageAttachment) {
  const onError = useErrorToast();
  const save = useMutation<void, CommandError>({
    mutationFn: async () => saveDownload(await call("saveMessageAttachment", { id })),
    onError,
  });
  return { run: () => save.mutate(), isRunning: save.isPending };
}
