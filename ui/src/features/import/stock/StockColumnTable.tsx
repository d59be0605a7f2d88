/** What each column of a list of stock holds; of one that is a place, which. */
import { NativeSelect, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { textLimits } from "../../../bindings";
import { DataText } from "../../../components/DataText";
import { useFormats } from "../../../i18n/language";
import {
  chooseColumn,
  isOfPlace,
  namePlace,
  STOCK_TARGETS,
  targetOf,
  defaultColumnName,
  type StockFile,
  type StockTarget,
} from "./stockColumns";
import type { StockDesk } from "./useStockImport";
import classes from "../Import.module.css";

export function StockColumnTable({ desk, columns }: { desk: StockDesk; columns: StockFile["columns"] }) {
  const { t } = useTranslation();
  const { integer } = useFormats();
  // A column without a name is called by its number.
  const label = ({ at, name }: StockFile["columns"][number]) =>
    name === defaultColumnName(at) ? t("import.column.unnamed", { number: integer(at + 1) }) : name;
  const targets = STOCK_TARGETS.map((target) => ({
    value: target,
    label: t(`import.stock.column.${target}`),
  }));
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t("import.column.name")}</th>
            <th scope="col">{t("import.stock.holds")}</th>
            <th scope="col">{t("import.column.samples")}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column) => (
            <tr key={column.at} data-off={column.column === null || undefined}>
              <th scope="row">
                <DataText text={label(column)} />
              </th>
              <td className={classes.holds}>
                <NativeSelect
                  size="xs"
                  aria-label={t("import.stock.holdsOf", { name: label(column) })}
                  disabled={desk.work !== null}
                  value={targetOf(column) ?? ""}
                  data={[{ value: "", label: t("import.target.nothing") }, ...targets]}
                  onChange={(event) => {
                    const chosen = event.currentTarget.value as StockTarget | "";
                    desk.setColumns(chooseColumn(columns, column.at, chosen === "" ? null : chosen));
                  }}
                />
                {isOfPlace(column) && (
                  <TextInput
                    size="xs"
                    mt={4}
                    aria-label={t("import.stock.placeOf", { name: label(column) })}
                    placeholder={t("import.stock.column.place")}
                    disabled={desk.work !== null}
                    maxLength={textLimits.stockPlace}
                    value={column.place}
                    onChange={(event) =>
                      desk.setColumns(namePlace(columns, column.at, event.currentTarget.value))
                    }
                  />
                )}
              </td>
              <td className={classes.samples}>
                {column.samples.map((sample, index) => (
                  <span key={index}>
                    <DataText text={sample} />
                  </span>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
