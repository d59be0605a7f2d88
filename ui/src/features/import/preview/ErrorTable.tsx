/**
 * What is wrong, at its cell: the value, the reason, and a field to write the right one. Corrections
 * take the place of what the file says; the file itself stays as it is.
 */
import { Button, Text, Textarea, TextInput, VisuallyHidden } from "@mantine/core";
import { useState, type ChangeEvent, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import { useFormats } from "../../../i18n/language";
import { useProblemText } from "../../../shared/forms/useProblemText";
import { ErrorFileButton } from "./ErrorFileButton";
import { cellKey, type CellError, type ImportResult, type ImportState } from "../columns/targets";
import { useColumnLabel } from "../columns/useColumnLabel";
import type { ImportDesk } from "../state/useImport";
import classes from "../Import.module.css";

/** Errors shown at once; the file of rejected rows has them all. */
const SHOWN = 100;
/** Wrong with the row as a whole, or with how the file was written: nothing to correct in a cell. */
const WHOLE_ROW = new Set<CellError["code"]>(["ragged_row", "open_quote", "broken_json", "invalid_row"]);

type Props = { desk: ImportDesk; state: ImportState; result: ImportResult };

export function ErrorTable({ desk, state, result }: Props) {
  const { t } = useTranslation();
  const { integer } = useFormats();
  const { errors, errorCount } = result.report;
  const label = useColumnLabel(desk);
  // Some may have been made before this page was loaded.
  const [corrected, setCorrected] = useState(
    () => errors.filter(({ row, column }) => desk.fixes.has(cellKey(row, column))).length,
  );
  const hidden = errorCount - Math.min(errors.length, SHOWN);
  const correct = (error: CellError, value: string) => {
    desk.fix(error.row, error.column, value);
    setCorrected((count) => count + 1);
  };
  const correctAndCheck = (error: CellError, value: string) => {
    setCorrected((count) => count + 1);
    void desk.fixAndCheck(error.row, error.column, value);
  };
  return (
    <section aria-labelledby="import-errors">
      <div className={classes.sectionHead}>
        <h3 id="import-errors" className={classes.subheading}>
          {t("import.errors", { count: errorCount, shown: integer(errorCount) })}
        </h3>
        <ErrorFileButton id={state.id} />
        <Button
          size="xs"
          variant="light"
          disabled={desk.work !== null || corrected === 0}
          onClick={() => void desk.check()}
        >
          {t("import.checkAgain")}
        </Button>
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
            {errors.slice(0, SHOWN).map((error, at) => (
              <ErrorRow
                key={at}
                error={error}
                column={label(error.column)}
                fixed={desk.fixes.get(cellKey(error.row, error.column))?.value}
                onFix={(value) => correct(error, value)}
                onFixAndCheck={(value) => correctAndCheck(error, value)}
                onCheck={() => void desk.check()}
              />
            ))}
          </tbody>
        </table>
      </div>
      {hidden > 0 && (
        <Text size="sm" c="dimmed">
          {t("import.moreErrors", { count: hidden, shown: integer(hidden) })}
        </Text>
      )}
    </section>
  );
}

type RowProps = {
  error: CellError;
  /** What people read of its column; blank of a row as a whole. */
  column: string;
  fixed: string | undefined;
  onFix: (value: string) => void;
  onFixAndCheck: (value: string) => void;
  onCheck: () => void;
};

function ErrorRow({ error, column, fixed, onFix, onFixAndCheck, onCheck }: RowProps) {
  const { t } = useTranslation();
  const { integer } = useFormats();
  const describe = useProblemText();
  // Of a value that is cut, what is behind the cut would be lost by correcting it here.
  const inFile = error.column === "" || error.valueCut || WHOLE_ROW.has(error.code);
  const [value, setValue] = useState(fixed ?? error.value);
  const isChanged = value !== (fixed ?? error.value);
  const leave = () => {
    if (isChanged) onFix(value);
  };
  return (
    <tr data-fixed={fixed !== undefined || undefined}>
      <td className={classes.number}>
        {integer(error.row)}
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
            label={t("import.fixOf", { row: error.row, column })}
            value={value}
            isTyped={isChanged}
            hasLines={/[\r\n]/.test(fixed ?? error.value)}
            onChange={setValue}
            onLeave={leave}
            onDone={() => (isChanged ? onFixAndCheck(value) : onCheck())}
          />
        )}
      </td>
    </tr>
  );
}

type FixProps = {
  label: string;
  value: string;
  /** It is another than before. */
  isTyped: boolean;
  /** The value has lines: a field of one would join them. */
  hasLines: boolean;
  onChange: (value: string) => void;
  onLeave: () => void;
  onDone: () => void;
};

function FixField({ label, value, isTyped, hasLines, onChange, onLeave, onDone }: FixProps) {
  const shared = {
    size: "xs",
    "aria-label": label,
    "data-typed": isTyped || undefined,
    value,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange(event.currentTarget.value),
    onBlur: onLeave,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key !== "Enter") return;
      if (event.ctrlKey || event.metaKey) onDone();
      // Enter is a line in a field that has lines.
      else if (!hasLines) event.currentTarget.blur();
    },
  };
  return hasLines ? <Textarea {...shared} autosize minRows={2} maxRows={8} /> : <TextInput {...shared} />;
}
