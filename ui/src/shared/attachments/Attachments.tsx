/**
 * The files of an item: dropped here, read by the program, found by search. Each says how far it is;
 * its text can be looked at as search and models see it.
 */
import { Skeleton, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../api/hooks";
import { DropZone } from "../../components/drop/DropZone";
import { QueryError } from "../../components/QueryError";
import { useMay } from "../account/useMe";
import { AttachmentRow } from "./AttachmentRow";
import { SendingRow } from "./SendingRow";
import { useSendFiles } from "./useSendFiles";
import classes from "./Attachments.module.css";

/** What the file dialog shows first; what a file is, its content says. */
const ACCEPT =
  ".pdf,.docx,.xlsx,.csv,.txt,.md,.html,.htm,image/png,image/jpeg,image/gif,image/webp,image/svg+xml";
/** While vectors are being made, how often to look. Milliseconds. */
const LOOK_MS = 2_000;

type Props = {
  itemId: string;
  /** The file dialog was asked for from elsewhere, such as by a key. */
  asked?: boolean;
  onAsked?: () => void;
};

export function Attachments({ itemId, asked = false, onAsked }: Props) {
  const { t } = useTranslation();
  const list = useCommandQuery(
    "listAttachments",
    { id: itemId },
    {
      refetchInterval: ({ state }) =>
        state.data?.some((file) => file.search === "waiting") ? LOOK_MS : false,
    },
  );
  const mayEdit = useMay("edit");
  const { sending, send, dismiss } = useSendFiles(itemId);

  return (
    <section className={classes.section} aria-label={t("files.title")}>
      {mayEdit && (
        <DropZone
          label={t("files.choose")}
          accept={ACCEPT}
          multiple
          compact
          asked={asked}
          onAsked={onAsked}
          onFiles={send}
        >
          {t("files.drop")}
        </DropZone>
      )}
      {list.isPending && <Skeleton height={56} radius="md" />}
      <QueryError title={t("files.failed")} query={list} />
      {list.data?.length === 0 && sending.length === 0 && (
        <Text size="sm" c="dimmed">
          {t("files.none")}
        </Text>
      )}
      <ul className={classes.list}>
        {list.data?.map((file) => (
          <AttachmentRow key={file.id} file={file} />
        ))}
        {sending.map((one) => (
          <SendingRow key={one.key} file={one} onDismiss={() => dismiss(one.key)} />
        ))}
      </ul>
    </section>
  );
}
