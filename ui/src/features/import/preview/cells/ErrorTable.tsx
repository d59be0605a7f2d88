/**
 * What is wrong, at its cell: the value, the reason, and a field to write the right one. Corrections
 * take the place of what the file says; the file itself stays as it is.
 */
import { Text, Textarea, TextInput, VisuallyHidden } from "@mantine/core";
import { useState, type ChangeEvent, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../../components/DataText";
import { useFormats } from "../../../../i18n/language";
import { useProblemText } from "../../../../shared/forms/useProblemText";
import { ErrorFileButton } from "./ErrorFileButton";
import { cellKey, type CellError, type ImportResult, type ImportState } from "../../columns/targets";
import { useColumnLabel } from "../../columns/useColumnLabel";
import { CheckAgainButton } from "./CheckAgainButton";
import { useRowName } from "./useRowName";
import { useTypedCell } from "./useTypedCell";
import type { ImportDesk } from "../../state/useImport";
import classes from "../../Import.module.css";

/** Errors shown at once; the file of rejected rows has them all. */
const SHOWN = 100;
/** Wrong with the row as a whole, or with how the file was written: nothing to correct in a cell. */
const WHOLE_ROW = new Set<CellError["code"]>(["ragged_row", "open_quote", "broken_json", "invalid_row"]);

type Props = { desk: ImportDesk; state: ImportState; result: ImportResult };

export function ErrorTable({ desk, state, result }: Props) {
  const { t } = useTranslation();
  const { placeCount } = useFormats();
  const { errors, errorCount } = result.report;
  const label = useColumnLabel(desk);
  const nameRow = useRowName(result.report.file);
  const isCorrected = errors.some(({ row, column }) => desk.fixes.has(cellKey(row, column)));
  const [isTyping, setTyping] = useState(false);
  const hidden = errorCount - Math.min(errors.length, SHOWN);
  return (
    <section aria-labelledby="import-errors">
      <div className={classes.sectionHead}>
        <h3 id="import-errors" className={classes.subheading}>
          {t("import.errors", placeCount(errorCount))}
        </h3>
        <ErrorFileButton id={state.id} />
        <CheckAgainButton desk={desk} isDue={isCorrected || isTyping} />
      </div>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t("import.error.row")}</th>
              <th scope="col">{t("import.error.column")}</th>
              <th scope="col">{t("import.error.value")}</th>
              <th scope="col">{t("import.error.reason")}</th>
              <th scope="col">{t("import.error.fix")}</th>
            </tr>
          </thead>
          <tbody>
            {addKeys(errors.slice(0, SHOWN)).map(({ key, error }) => (
              <ErrorRow
                key={key}
                desk={desk}
                error={error}
                row={nameRow(error.row)}
                column={label(error.column)}
                onTyping={setTyping}
              />
            ))}
          </tbody>
        </table>
      </div>
      {hidden > 0 && (
        <Text size="sm" c="dimmed">
          {t("import.moreErrors", placeCount(hidden))}
        </Text>
      )}
    </section>
  );
}

/** By their cells, so that a check that comes back leaves the field in which one types where it is. */
function addKeys(errors: readonly CellError[]): { key: string; error: CellError }[] {
  const counts = new Map<string, number>();
  return errors.map((error) => {
    const cell = cellKey(error.row, error.column);
    const count = (counts.get(cell) ?? 0) + 1;
    counts.set(cell, count);
    return { key: `${cell}\n${String(count)}`, error };
  });
}

type RowProps = {
  desk: ImportDesk;
  error: CellError;
  /** What people read of its row. */
  row: string;
  /** What people read of its column; blank of a row as a whole. */
  column: string;
  onTyping: (isTyping: boolean) => void;
};

function ErrorRow({ desk, error, row, column, onTyping }: RowProps) {
  const { t } = useTranslation();
  const { integer } = useFormats();
  const describe = useProblemText();
  // Of a value that is cut, what is behind the cut would be lost by correcting it here.
  const inFile = error.column === "" || error.valueCut || WHOLE_ROW.has(error.code);
  const fixed = desk.fixes.get(cellKey(error.row, error.column))?.value;
  const said = fixed ?? error.value;
  const typing = useTypedCell({ desk, row: error.row, column: error.column, said, onTyping });
  return (
    <tr data-fixed={fixed !== undefined || undefined}>
      <td className={classes.number}>
        <DataText text={row} />
        {error.line !== null && (
          <Text size="xs" c="dimmed">
            {t("import.error.line", { line: integer(error.line) })}
          </Text>
        )}
      </td>
      <td>
        <DataText text={column || t("import.wholeRow")} />
      </td>
      <td className={classes.value}>
        <DataText text={error.value || "–"} />
        {error.valueCut && (
          <span title={t("import.valueCut")}>
            …<VisuallyHidden> {t("import.valueCut")}</VisuallyHidden>
          </span>
        )}
      </td>
      <td className={classes.reason}>
        <DataText
          text={describe({ code: error.code, allowed: error.allowed ?? "", message: error.message })}
        />
        {error.code === "ambiguous_price" && ` ${t("import.sayDecimals")}`}
      </td>
      <td>
        {inFile ? (
          <Text size="sm" c="dimmed">
            {t("import.fixInFile")}
          </Text>
        ) : (
          <FixField
            label={t("import.fixOf", { row, column })}
            typing={typing}
            hasLines={/[\r\n]/.test(said)}
          />
        )}
      </td>
    </tr>
  );
}

type FixProps = {
  label: string;
  typing: ReturnType<typeof useTypedCell>;
  /** The value has lines: a field of one would join them. */
  hasLines: boolean;
};

function FixField({ label, typing, hasLines }: FixProps) {
  const shared = {
    ref: typing.field,
    size: "xs",
    "aria-label": label,
    "data-typed": typing.isTyped || undefined,
    value: typing.value,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      typing.change(event.currentTarget.value),
    onBlur: typing.leave,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key !== "Enter") return;
      if (event.ctrlKey || event.metaKey) typing.check();
      // Enter is a line in a field that has lines.
      else if (!hasLines) event.currentTarget.blur();
    },
  };
  return hasLines ? <Textarea {...shared} autosize minRows={2} maxRows={8} /> : <TextInput {...shared} />;
}
