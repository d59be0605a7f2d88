/** The corrections that a check has accepted: they stay in sight, can be changed, and taken back. */
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../../components/DataText";
import { useFormats } from "../../../../i18n/language";
import { cellKey, type CellError } from "../../columns/targets";
import { useColumnLabel } from "../../columns/useColumnLabel";
import { CheckAgainButton } from "./CheckAgainButton";
import { fileOf, useRowName } from "./useRowName";
import { useTypedCell } from "./useTypedCell";
import type { Fix } from "../../state/choices/useDecisions";
import type { ImportDesk } from "../../state/useImport";
import classes from "../../Import.module.css";

/** `errors`: what is still wrong stands in a table of its own. */
export function Corrections({ desk, errors }: { desk: ImportDesk; errors: readonly CellError[] }) {
  const { t } = useTranslation();
  const { placeCount } = useFormats();
  const label = useColumnLabel(desk);
  const nameRow = useRowName(fileOf(desk));
  const wrong = new Set(errors.map(({ row, column }) => cellKey(row, column)));
  const [checked, setChecked] = useState({ errors, fixes: desk.fixes });
  const [isTyping, setTyping] = useState(false);
  if (checked.errors !== errors) setChecked({ errors, fixes: desk.fixes });
  const fixes = [...desk.fixes]
    .filter(([key]) => !wrong.has(key))
    .map(([, fix]) => fix)
    .toSorted((a, b) => a.row - b.row);
  if (fixes.length === 0) return null;
  return (
    <section aria-labelledby="import-corrections">
      <div className={classes.sectionHead}>
        <h3 id="import-corrections" className={classes.subheading}>
          {t("import.corrections.title", placeCount(fixes.length))}
        </h3>
        <CheckAgainButton desk={desk} isDue={desk.fixes !== checked.fixes || isTyping} />
      </div>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t("import.error.row")}</th>
              <th scope="col">{t("import.error.column")}</th>
              <th scope="col">{t("import.corrections.value")}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {fixes.map((fix) => (
              <Correction
                key={cellKey(fix.row, fix.column)}
                desk={desk}
                fix={fix}
                row={nameRow(fix.row)}
                column={label(fix.column)}
                onTyping={setTyping}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

type RowProps = {
  desk: ImportDesk;
  fix: Fix;
  /** What people read of its row and of its column. */
  row: string;
  column: string;
  onTyping: (isTyping: boolean) => void;
};

function Correction({ desk, fix, row, column, onTyping }: RowProps) {
  const { t } = useTranslation();
  const { field, value, isTyped, change, leave, check } = useTypedCell({
    desk,
    row: fix.row,
    column: fix.column,
    said: fix.value,
    onTyping,
  });
  const words = { row, column };
  return (
    <tr data-fixed>
      <td className={classes.number}>
        <DataText text={row} />
      </td>
      <td>
        <DataText text={column} />
      </td>
      <td>
        <TextInput
          ref={field}
          size="xs"
          aria-label={t("import.corrections.of", words)}
          data-typed={isTyped || undefined}
          value={value}
          onChange={(event) => change(event.currentTarget.value)}
          onBlur={leave}
          onKeyDown={(event) => {
            if (event.key === "Enter") check();
          }}
        />
      </td>
      <td>
        <Button
          size="compact-xs"
          variant="default"
          disabled={desk.work !== null}
          aria-label={t("import.corrections.undoOf", words)}
          onClick={() => void desk.unfixAndCheck(fix.row, fix.column)}
        >
          {t("import.corrections.undo")}
        </Button>
      </td>
    </tr>
  );
}
