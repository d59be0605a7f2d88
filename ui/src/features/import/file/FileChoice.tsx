/** Where a file is dropped or chosen, what its rows are, and what is good to know before. */
import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { DropZone } from "../../../components/drop/DropZone";
import { EmptyCatalogNotice } from "../../../shared/catalog/StartNotice";
import { FILE_KINDS, KindSegments, type FileKind } from "./KindChoice";
import classes from "../Import.module.css";

/** What the file dialog shows first. */
export const FILE_ENDINGS = ".csv,.tsv,.txt,.xlsx,.xls,.ods,.jsonl,.ndjson,.json,.pdf";

type Props = {
  kind: FileKind;
  disabled: boolean;
  /** In words. */
  hints: readonly string[];
  onKind: (kind: FileKind) => void;
  onFile: (file: File) => void;
};

export function FileChoice({ kind, disabled, hints, onKind, onFile }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <EmptyCatalogNotice text={t("noStock.noFile")} isImport />
      <KindSegments kinds={FILE_KINDS} value={kind} disabled={disabled} onChange={onKind} />
      <DropZone
        label={t("import.chooseFile")}
        accept={FILE_ENDINGS}
        disabled={disabled}
        onFiles={([file]) => file && onFile(file)}
      >
        {t("import.dropHere")}
      </DropZone>
      <ul className={classes.hints}>
        {hints.map((hint) => (
          <li key={hint}>
            <Text size="sm" c="dimmed">
              {hint}
            </Text>
          </li>
        ))}
      </ul>
    </>
  );
}
