/** The text of a file, passage by passage, as search and models see it: as text, whatever it holds. */
import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../api/hooks";
import { DataText } from "../../components/DataText";
import { QueryError } from "../../components/QueryError";
import classes from "./Attachments.module.css";

export function FileText({ id }: { id: string }) {
  const { t } = useTranslation();
  const text = useCommandQuery("getAttachmentText", { id });
  if (text.error) return <QueryError title={t("files.failed")} query={text} />;
  if (!text.data) return <Skeleton height={80} />;
  return (
    <ol className={classes.text} tabIndex={0} aria-label={t("files.text")}>
      {text.data.chunks.map((chunk, at) => (
        <li key={at}>
          <DataText text={chunk} multiline />
        </li>
      ))}
    </ol>
  );
}
