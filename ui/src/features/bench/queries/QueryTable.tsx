/** What was asked, as a table; on a narrow window each row is a card. */
import { Badge } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Data } from "../../../api/command";
import { DataText } from "../../../components/DataText";
import { useFormats } from "../../../i18n/language";
import { inspectAddress } from "../gaps/reasons";
import classes from "./Queries.module.css";

type Entry = Data<"listQueries">["queries"][number];

export function QueryTable({ queries }: { queries: readonly Entry[] }) {
  const { t } = useTranslation();
  return (
    <table className={classes.table}>
      <caption className="visually-hidden">{t("bench.queries.caption")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("bench.queries.column.query")}</th>
          <th scope="col">{t("bench.queries.column.where")}</th>
          <th scope="col" className={classes.number}>
            {t("bench.queries.column.results")}
          </th>
          <th scope="col" className={classes.number}>
            {t("bench.queries.column.score")}
          </th>
          <th scope="col" className={classes.number}>
            {t("bench.queries.column.time")}
          </th>
          <th scope="col">{t("bench.queries.column.when")}</th>
        </tr>
      </thead>
      <tbody>
        {queries.map((entry) => (
          <Row key={entry.id} entry={entry} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ entry }: { entry: Entry }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <tr>
      <td>
        <Link className={classes.query} to={inspectAddress(entry)}>
          <DataText text={entry.query} />
        </Link>{" "}
        {entry.gap !== null && (
          <Badge size="sm" variant="light" color={entry.gap === "weak" ? "palha" : "red"}>
            {t(`bench.gaps.reason.${entry.gap}`)}
          </Badge>
        )}
      </td>
      <td>
        {t(`bench.scope.${entry.scope}`)} · {t(`bench.queries.surface.${entry.surface}`)}
      </td>
      <td className={classes.number}>
        <span className={classes.label}>{t("bench.queries.column.results")}: </span>
        {formats.integer(entry.results)}
      </td>
      <td className={classes.number}>
        <span className={classes.label}>{t("bench.queries.column.score")}: </span>
        {entry.bestScore === null ? "–" : formats.score(entry.bestScore)}
      </td>
      <td className={classes.number}>
        <span className={classes.label}>{t("bench.queries.column.time")}: </span>
        {formats.duration(entry.ms)}
      </td>
      <td className={classes.when}>{formats.dateTime(entry.createdAt)}</td>
    </tr>
  );
}
