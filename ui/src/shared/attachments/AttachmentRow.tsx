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
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Data } from "../../api/command";
import { DataText } from "../../components/DataText";
import { useFormats } from "../../i18n/language";
import { useMay } from "../account/useMe";
import { FileText } from "./FileText";
import { KindChoice } from "./KindChoice";
import { useFileActions } from "./useFileActions";
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
  const { bytes, placeCount } = useFormats();
  const [open, setOpen] = useState(false);
  const FileIcon = ICONS[file.format];
  const facts = [
    t(`files.format.${file.format}`),
    bytes(file.sizeBytes),
    file.pages === null ? null : t("files.pages", placeCount(file.pages)),
    file.chunks === 0 ? null : t("files.chunks", placeCount(file.chunks)),
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
          <KindChoice file={file} />
          <Badge size="sm" variant="light" color={TONES[file.search]}>
            {t(`files.search.${file.search}`)}
          </Badge>
        </div>
        <Text size="sm" c="dimmed">
          {facts.filter((fact) => fact !== null).join(" · ")}
        </Text>
        {file.pictureProblem !== null && (
          <Text size="sm" c="dimmed">
            {t(`files.pictureProblem.${file.pictureProblem}`)}
          </Text>
        )}
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
  const mayEdit = useMay("edit");
  const { save, isSaving, remove, isRemoving } = useFileActions(file);
  return (
    <div className={classes.actions}>
      <Tooltip label={t("files.save")}>
        <ActionIcon
          variant="subtle"
          aria-label={t("files.saveOf", { name: file.name })}
          loading={isSaving}
          onClick={save}
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
            loading={isRemoving}
            onClick={remove}
          >
            <IconTrash size={18} />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  );
}
