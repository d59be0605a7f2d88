/** Where in the file its table is: which sheet, and which row is the header. Found out, and changed here. */
import { NativeSelect } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Notice } from "../../../../components/Notice";
import { cleanText } from "../../../../lib/text/text";
import { useFormats } from "../../../../i18n/language";
import type { Place } from "../../state/choices/choices";
import type { ImportDesk } from "../../state/useImport";
import { isShared } from "../targets";
import classes from "../../Import.module.css";

/** Stands for the row of the header where the table has none. */
const NO_HEADER = 0;

/** Characters of a row that are shown: enough to know it by. */
const CHARS = 90;

export function PlaceChoice({ desk }: { desk: ImportDesk }) {
  const { t } = useTranslation();
  const { integer } = useFormats();
  if (!desk.found) return null;
  const { file, head } = desk.found;
  const hasNames = desk.found.columns.some(({ target }) => !isShared(target));
  const places = (
    <PlaceFields
      file={file}
      head={head}
      headerRow={file.headerRow}
      disabled={desk.work !== null}
      others={[{ value: String(NO_HEADER), label: t("import.place.none") }]}
      onChoose={desk.choosePlace}
    />
  );
  if (hasNames || !file.headerRow || head.length < 2) return places;
  return (
    <>
      {places}
      <Notice icon={<IconInfoCircle size={18} />} tone="wait">
        {t("import.place.noNames", { row: integer(file.headerRow) })}
      </Notice>
    </>
  );
}

type FoundColumns = NonNullable<ImportDesk["found"]>;

type Props = Pick<FoundColumns, "file" | "head"> & {
  /** Null where none was found. */
  headerRow: number | null;
  disabled: boolean;
  /** What may be chosen beside the rows. */
  others: readonly { value: string; label: string }[];
  onChoose: (place: Place) => void;
};

/** The sheet of a workbook, and the row of the header. */
export function PlaceFields({ file, head, headerRow, disabled, others, onChoose }: Props) {
  const { t } = useTranslation();
  const { integer } = useFormats();
  const rows = head.map(({ row, cells }) => ({
    value: String(row),
    label: t("import.place.row", { row: integer(row), cells: shortenCells(cells) }),
  }));
  if (rows.length < 2 && file.sheets.length < 2) return null;
  return (
    <div className={classes.place}>
      {file.sheets.length > 1 && (
        <NativeSelect
          label={t("import.place.sheet")}
          value={file.sheet ?? ""}
          disabled={disabled}
          data={file.sheets.map((sheet) => ({
            value: sheet,
            label: file.hiddenSheets.includes(sheet)
              ? t("import.place.hiddenSheet", { name: cleanText(sheet) })
              : cleanText(sheet),
          }))}
          onChange={(event) => onChoose({ sheet: event.currentTarget.value, headerRow: null })}
        />
      )}
      {rows.length > 1 && (
        <NativeSelect
          className={classes.headerRow}
          label={t("import.place.header")}
          description={t("import.place.above")}
          value={String(headerRow ?? "")}
          disabled={disabled}
          data={[...rows, ...others]}
          onChange={(event) => onChoose({ sheet: file.sheet, headerRow: Number(event.currentTarget.value) })}
        />
      )}
    </div>
  );
}

function shortenCells(cells: readonly string[]): string {
  const text = cleanText(cells.join(" · "));
  const characters = [...text];
  return characters.length <= CHARS ? text : `${characters.slice(0, CHARS).join("")}…`;
}
