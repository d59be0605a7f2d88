/** Which file, and what is in it. */
import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { DropZone } from "../../../components/drop/DropZone";
import { EmptyCatalogNotice } from "../../../shared/catalog/StartNotice";
import { FILE_KINDS, KindSegments } from "./KindChoice";
import type { ImportDesk } from "../state/useImport";
import classes from "../Import.module.css";

/** What the file dialog shows first. */
export const FILE_ENDINGS = ".csv,.tsv,.txt,.xlsx,.jsonl,.ndjson,.json,.pdf";

type Props = {
  desk: ImportDesk;
  /** Counts of stock are imported in another way than records. */
  onStock: () => void;
};

export function FileStep({ desk, onStock }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <EmptyCatalogNotice text={t("noStock.noFile")} isImport />
      <KindSegments
        kinds={FILE_KINDS}
        value={desk.kind}
        disabled={desk.work !== null}
        onChange={(kind) => (kind === "stock" ? onStock() : desk.chooseKind(kind))}
      />
      <DropZone
        label={t("import.chooseFile")}
        accept={FILE_ENDINGS}
        disabled={desk.work !== null}
        onFiles={([file]) => file && void desk.choose(file)}
      >
        {t("import.dropHere")}
      </DropZone>
      <ul className={classes.hints}>
        {(["safe", "again", "columns"] as const).map((hint) => (
          <li key={hint}>
            <Text size="sm" c="dimmed">
              {t(`import.hint.${hint}`)}
            </Text>
          </li>
        ))}
      </ul>
    </>
  );
}
