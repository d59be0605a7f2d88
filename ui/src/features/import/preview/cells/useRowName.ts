/** A row as a person finds it in the file: `7`, or `7 (Inseticidas)` in a list whose tables are read as one. */
import { useTranslation } from "react-i18next";
import type { FileFacts } from "../../../../bindings";
import { useFormats } from "../../../../i18n/language";
import type { ImportDesk } from "../../state/useImport";

/** `file`: the one that the rows are of; what it is called there is data. */
export function useRowName(file: Pick<FileFacts, "tables"> | null): (row: number) => string {
  const { t } = useTranslation();
  const { integer } = useFormats();
  const tables = file?.tables ?? [];
  return (row) => {
    const table = tables.findLast(({ rowsBefore }) => rowsBefore < row);
    if (!table) return integer(row);
    return t("import.rowOfTable", { row: integer(row - table.rowsBefore), table: table.name });
  };
}

/** The file as it was checked, else as its columns were found. */
export function fileOf({ state, found }: Pick<ImportDesk, "state" | "found">): FileFacts | null {
  return state?.result?.report.file ?? found?.file ?? null;
}
