/** What people read of a column: its heading as it stands in the file, or its place where it has none. */
import { useTranslation } from "react-i18next";
import { useFormats } from "../../../i18n/language";
import type { ImportDesk } from "../state/useImport";
import { targetsOf, type FoundColumns } from "./targets";

/** Labels a column of the imported file; `name` is the column's, as the program says it. */
export function useColumnLabel({
  found,
  kind,
}: Pick<ImportDesk, "found" | "kind">): (name: string) => string {
  const { t } = useTranslation();
  const { integer } = useFormats();
  return (name) => {
    const place = found && placeOfUnnamed(found, name);
    if (place) return t("import.column.unnamed", { number: integer(place) });
    const field = targetsOf(kind).find((target) => target === name);
    return field && !isHeading(found, name) ? t(`import.target.${field}`) : name;
  };
}

/** The program calls a column of a table without a heading `column_3`; null where it has one. Counts from 1. */
export function placeOfUnnamed({ file, head }: FoundColumns, name: string): number | null {
  const place = Number(/^column_(\d+)$/.exec(name)?.[1] ?? 0);
  // The keys of JSON are headings, whatever they are.
  if (place === 0 || file.headerRow === null) return null;
  const heading = head.find(({ row }) => row === file.headerRow)?.cells[place - 1];
  return heading?.trim() === name ? null : place;
}

/** What the file itself says. The columns of a known register are named by the program, as its fields are. */
function isHeading(found: FoundColumns | null, name: string): boolean {
  if (!found || found.file.preset === "agrofit") return false;
  return found.columns.some((column) => column.name === name);
}
