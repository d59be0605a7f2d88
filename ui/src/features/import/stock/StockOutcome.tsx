/** What a list of stock changes: how many counts, which ones from what to what, and which rows cannot be stored. */
import { IconArrowRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { DataText } from "../../../components/DataText";
import { useFormats } from "../../../i18n/language";
import { itemAddress } from "../../../shared/catalog/address";
import { useRowName } from "../preview/cells/useRowName";
import { STOCK_COLUMNS, type StockColumn, type StockFile, type StockOutcome } from "./stockColumns";
import classes from "../Import.module.css";

type Props = {
  /** Where the rows stand. */
  file: StockFile["file"] | null;
  outcome: StockOutcome;
};

export function StockCounts({ outcome }: Pick<Props, "outcome">) {
  const { t } = useTranslation();
  const { placeCount } = useFormats();
  const { changed, unchanged, problemCount } = outcome;
  return (
    <p className={classes.stockCounts} role="status">
      <strong>{t("import.stock.changed", placeCount(changed))}</strong>
      {unchanged > 0 && <span>{t("import.stock.unchanged", placeCount(unchanged))}</span>}
      {problemCount > 0 && (
        <span className={classes.bad}>{t("import.stock.problems", placeCount(problemCount))}</span>
      )}
    </p>
  );
}

export function StockRows({ file, outcome }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const nameRow = useRowName(file);
  const { sample, changed, unchanged } = outcome;
  if (sample.length === 0) return null;
  const total = changed + unchanged;
  const spell = (quantity: number, unit: string) =>
    [formats.decimal(quantity), unit].filter(Boolean).join(" ");
  return (
    <section aria-label={t("import.stock.rows")}>
      <div className={classes.scroll} tabIndex={0}>
        <table className={`${classes.table} ${classes.stockTable}`}>
          <caption className="visually-hidden">{t("import.stock.rows")}</caption>
          <thead>
            <tr>
              {/* What a count becomes is in sight on a phone; the row, by which it is found in the file, comes last. */}
              <th scope="col">{t("import.stock.column.name")}</th>
              <th scope="col">{t("import.stock.column.place")}</th>
              <th scope="col">{t("import.stock.before")}</th>
              <th scope="col">{t("import.stock.after")}</th>
              <th scope="col">{t("import.stock.column.countedAt")}</th>
              <th scope="col">{t("import.stock.row")}</th>
            </tr>
          </thead>
          <tbody>
            {sample.map((row) => (
              <tr key={`${row.row} ${row.place}`} data-off={!row.isChanged || undefined}>
                <th scope="row" className={classes.product}>
                  <Link to={itemAddress(row.itemId)}>
                    <DataText text={row.name} />
                  </Link>
                  {typeof row.saidCode === "string" && (
                    <>
                      {" · "}
                      <DataText text={t("import.stock.saidCode", { code: row.saidCode })} />
                    </>
                  )}
                  {row.package !== null && (
                    <>
                      {" · "}
                      <DataText text={row.package} />
                    </>
                  )}
                </th>
                <td>{row.place === "" ? "–" : <DataText text={row.place} />}</td>
                <td className={classes.once}>
                  {row.before === null ? (
                    t("import.stock.unknown")
                  ) : (
                    <DataText text={spell(row.before, row.beforeUnit ?? "")} />
                  )}
                </td>
                <td className={classes.once}>
                  <IconArrowRight size={13} aria-hidden /> <DataText text={spell(row.quantity, row.unit)} />
                </td>
                <td className={classes.once}>{formats.dateTime(row.countedAt)}</td>
                <td>
                  <DataText text={nameRow(row.row)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {sample.length < total && (
        <p className={classes.cut}>
          {t("import.stock.cut", { shown: formats.integer(sample.length), total: formats.integer(total) })}
        </p>
      )}
    </section>
  );
}

/** `title` says whether they are left out yet, or were. */
export function StockProblems({ file, outcome, title }: Props & { title: string }) {
  const { t } = useTranslation();
  const { integer } = useFormats();
  const nameRow = useRowName(file);
  const { problems, problemCount } = outcome;
  if (problems.length === 0) return null;
  return (
    <section className={classes.section} aria-label={title}>
      <h3 className={classes.subheading}>{title}</h3>
      <div className={classes.scroll} tabIndex={0}>
        <table className={classes.table}>
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t("import.stock.row")}</th>
              <th scope="col">{t("import.stock.column.name")}</th>
              <th scope="col">{t("import.stock.field")}</th>
              <th scope="col">{t("import.stock.value")}</th>
              <th scope="col">{t("import.stock.reason")}</th>
            </tr>
          </thead>
          <tbody>
            {problems.map((problem, at) => (
              <tr key={at}>
                <td>
                  <DataText text={nameRow(problem.row)} />
                </td>
                <td>{problem.product ? <DataText text={problem.product} /> : "–"}</td>
                <td>
                  {t(`import.stock.column.${columnOf(problem.column)}`)}
                  {problem.place && (
                    <>
                      {" · "}
                      <DataText text={problem.place} />
                    </>
                  )}
                </td>
                <td>{problem.value === "" ? "–" : <DataText text={problem.value} />}</td>
                <td>
                  <DataText text={problem.message} />
                  {typeof problem.otherRow === "number" && (
                    <>
                      {" "}
                      <DataText text={t("import.stock.otherRow", { row: nameRow(problem.otherRow) })} />
                    </>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {problems.length < problemCount && (
        <p className={classes.cut}>
          {t("import.stock.cut", { shown: integer(problems.length), total: integer(problemCount) })}
        </p>
      )}
    </section>
  );
}

/** A file names no item by its id: what is wrong with it is said of its code. */
function columnOf(name: string): StockColumn {
  return STOCK_COLUMNS.find((column) => column === name) ?? "code";
}
