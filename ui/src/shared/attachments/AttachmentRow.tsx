/** An attached file: what it is, how far search is with it, its text, and the way to take it off. */
import { ActionIcon, Badge, Button, Text, Tooltip } from "@mantine/core";
import {
  IconDownload,
  IconFileSpreadsheet,
  IconFileText,
  IconFileTypeDocx,
  IconFileTypePdf,
  IconPhoto,
  IconTrash,
  IconWorld,
  type Icon,
} from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call, type CommandError, type Data } from "../../api/command";
import { useCommandMutation } from "../../api/hooks";
import { saveDownload } from "../../api/transfers";
import { DataText } from "../../components/DataText";
import { useErrorToast } from "../../components/toast/useErrorToast";
import { useUndoToast } from "../../components/toast/useUndoToast";
import { useFormats } from "../../i18n/language";
import { useMay } from "../account/useMe";
import { FileText } from "./FileText";
import classes from "./Attachments.module.css";

export type Attachment = Data<"listAttachments">[number];

const ICONS: Record<Attachment["format"], Icon> = {
  pdf: IconFileTypePdf,
  docx: IconFileTypeDocx,
  xlsx: IconFileSpreadsheet,
  html: IconWorld,
  text: IconFileText,
  image: IconPhoto,
};
const TONES: Record<Attachment["search"], string> = {
  noText: "gray",
  notSearched: "gray",
  off: "gray",
  waiting: "palha",
  ready: "mata",
  failed: "red",
};

export function AttachmentRow({ file }: { file: Attachment }) {
  const { t } = useTranslation();
  const { bytes, integer } = useFormats();
  const [open, setOpen] = useState(false);
  const FileIcon = ICONS[file.format];
  const facts = [
    t(`files.format.${file.format}`),
    bytes(file.sizeBytes),
    file.pages === null ? null : t("files.pages", { count: file.pages, shown: integer(file.pages) }),
    file.chunks === 0 ? null : t("files.chunks", { count: file.chunks, shown: integer(file.chunks) }),
    file.isCut ? t("files.cut") : null,
  ];
  return (
    <li className={classes.row}>
      <FileIcon size={22} className={classes.icon} aria-hidden />
      <div className={classes.body}>
        <div className={classes.name}>
          <Text fw={600}>
            <DataText text={file.name} />
          </Text>
          <Badge size="sm" variant="light" color={TONES[file.search]}>
            {t(`files.search.${file.search}`)}
          </Badge>
        </div>
        <Text size="sm" c="dimmed">
          {facts.filter((fact) => fact !== null).join(" · ")}
        </Text>
        {file.textPreview !== null && !open && (
          <Text size="sm" lineClamp={2}>
            <DataText text={file.textPreview} />
          </Text>
        )}
        {open && <FileText id={file.id} />}
        {file.textChars !== null && (
          <Button
            className={classes.more}
            size="compact-xs"
            variant="subtle"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {open ? t("files.hideText") : t("files.showText")}
          </Button>
        )}
      </div>
      <FileActions file={file} />
    </li>
  );
}

function FileActions({ file }: { file: Attachment }) {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const showUndoable = useUndoToast();
  const mayEdit = useMay("edit");
  const restore = useCommandMutation("restoreAttachment");
  const bringBack = () => restore.mutateAsync({ id: file.id, operationId: crypto.randomUUID() });
  const remove = useCommandMutation("deleteAttachment", {
    // Before the list is fetched again: the row is gone then, and with it what it would have said.
    onAnswer: () => showUndoable(t("files.removed", { name: file.name }), bringBack),
  });
  const save = useMutation<void, CommandError>({
    mutationFn: async () => saveDownload(await call("saveAttachment", { id: file.id })),
    onError: showError,
  });
  const takeOff = () =>
    remove.mutate({ id: file.id, operationId: crypto.randomUUID() }, { onError: showError });
  return (
    <div className={classes.actions}>
      <Tooltip label={t("files.save")}>
        <ActionIcon
          variant="subtle"
          aria-label={t("files.saveOf", { name: file.name })}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          <IconDownload size={18} />
        </ActionIcon>
      </Tooltip>
      {mayEdit && (
        <Tooltip label={t("files.remove")}>
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={t("files.removeOf", { name: file.name })}
            loading={remove.isPending}
            onClick={takeOff}
          >
            <IconTrash size={18} />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  );
}
