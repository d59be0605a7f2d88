/** Rows that hardly are records, by what is odd about them: left out or taken, all of a kind or one. */
import { Checkbox, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import { useFormats } from "../../../i18n/language";
import { fileOf, useRowName } from "./cells/useRowName";
import { withKind, withRow } from "./leaveOut";
import type { DoubtedRows } from "../columns/targets";
import type { ImportDesk } from "../state/useImport";
import classes from "../Import.module.css";

/** Rows of a kind shown at once. */
const SHOWN = 20;

type Props = { desk: ImportDesk; doubts: readonly DoubtedRows[] };

export function RowDoubts({ desk, doubts }: Props) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="import-doubts">
      <h3 id="import-doubts" className={classes.subheading}>
        {t("import.doubts.title")}
      </h3>
      <div className={classes.findings}>
        {doubts.map((found) => (
          <Doubt key={found.doubt} desk={desk} found={found} />
        ))}
      </div>
    </section>
  );
}

function Doubt({ desk, found }: { desk: ImportDesk; found: DoubtedRows }) {
  const { t } = useTranslation();
  const { placeCount } = useFormats();
  const { doubt, count, leftOut, rows } = found;
  const hidden = count - Math.min(rows.length, SHOWN);
  const priced = rows.some(({ price }) => price !== null);
  return (
    <div className={classes.finding} data-doubt={doubt}>
      <div className={classes.findingHead}>
        <strong>{t(`import.doubt.${doubt}`, placeCount(count))}</strong>
        <Checkbox
          checked={leftOut === count}
          indeterminate={leftOut > 0 && leftOut < count}
          disabled={desk.work !== null}
          label={t("import.doubts.leaveKind")}
          onChange={(event) => void desk.leave(withKind(desk.leaveOut, found, event.currentTarget.checked))}
        />
      </div>
      <Text size="sm" c="dimmed">
        {t(`import.doubt.why.${doubt}`)}
      </Text>
      <div className={classes.scroll} tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t("import.error.row")}</th>
              <th scope="col">{t("import.doubts.name")}</th>
              {priced && <th scope="col">{t("import.doubts.price")}</th>}
              <th scope="col">{t("import.doubts.leave")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, SHOWN).map((row) => (
              <DoubtRow key={row.row} desk={desk} row={row} priced={priced} />
            ))}
          </tbody>
        </table>
      </div>
      {hidden > 0 && (
        <Text size="sm" c="dimmed">
          {t("import.moreRows", placeCount(hidden))}
        </Text>
      )}
    </div>
  );
}

type RowProps = { desk: ImportDesk; row: DoubtedRows["rows"][number]; priced: boolean };

function DoubtRow({ desk, row, priced }: RowProps) {
  const { t } = useTranslation();
  const { amount: price } = useFormats();
  const name = useRowName(fileOf(desk))(row.row);
  const [low, high] = row.usual ?? [];
  return (
    <tr data-off={row.leftOut || undefined}>
      <td className={classes.number}>
        <DataText text={name} />
      </td>
      <th scope="row">
        <DataText text={row.name || "–"} />
      </th>
      {priced && (
        <td className={classes.number}>
          {row.price === null ? "–" : price(row.price)}
          {low !== undefined && high !== undefined && (
            <Text size="xs" c="dimmed">
              {t("import.doubts.usual", { low: price(low), high: price(high) })}
            </Text>
          )}
        </td>
      )}
      <td>
        <Checkbox
          checked={row.leftOut}
          disabled={desk.work !== null}
          aria-label={t("import.doubts.leaveRow", { row: name })}
          onChange={(event) => void desk.leave(withRow(desk.leaveOut, row.row, event.currentTarget.checked))}
        />
      </td>
    </tr>
  );
}
