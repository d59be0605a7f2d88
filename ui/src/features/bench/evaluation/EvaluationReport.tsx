/**
 * A profile, or two against each other, on a whole set: in words, by class, and query by query. Both
 * the set's own page and that of a profile show it.
 */
import { Button, Switch } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { DataText } from "../../../components/DataText";
import { useFormats } from "../../../i18n/language";
import { EvaluationVerdict } from "./EvaluationVerdict";
import { searchAddress, type Evaluation, type QueryChange } from "../sets/names";
import classes from "../sets/Sets.module.css";

/** Rows drawn at once. */
const PAGE = 100;

export function EvaluationReport({ evaluation }: { evaluation: Evaluation }) {
  const { t } = useTranslation();
  const compared = evaluation.before.profile !== evaluation.after.profile;
  if (evaluation.queries.length === 0) return <p className={classes.empty}>{t("evaluation.noQueries")}</p>;
  return (
    <>
      <EvaluationVerdict evaluation={evaluation} compared={compared} />
      <ClassTable evaluation={evaluation} compared={compared} />
      <Queries evaluation={evaluation} compared={compared} />
    </>
  );
}

type TableProps = { evaluation: Evaluation; compared: boolean };

function ClassTable({ evaluation, compared }: TableProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const classesOf = Object.entries(evaluation.perClass);
  const rows: [string, Evaluation["overall"]][] = [[t("evaluation.all"), evaluation.overall], ...classesOf];
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={t("evaluation.byClass")}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t("sets.column.class")}</th>
            <th scope="col" className={`${classes.number} ${classes.wide}`}>
              {t("evaluation.queries")}
            </th>
            <FigureHeads compared={compared} />
            {compared && (
              <th
                scope="col"
                className={`${classes.number} ${classes.wide}`}
                title={t("evaluation.chanceText")}
              >
                {t("evaluation.chance")}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, change], index) => (
            <tr key={index}>
              <th scope="row">
                <DataText text={name} />
              </th>
              <td className={`${classes.number} ${classes.wide}`}>{formats.integer(change.queries)}</td>
              <Figures change={change} compared={compared} />
              {compared && (
                <td className={`${classes.number} ${classes.wide}`}>{formats.percent(change.pValue)}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Draws the heads over the `Figures` of an evaluation. */
function FigureHeads({ compared }: { compared: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <th scope="col" className={classes.number}>
        nDCG@10 {compared && t("evaluation.beforeShort")}
      </th>
      {compared && (
        <>
          <th scope="col" className={classes.number}>
            {t("evaluation.afterShort")}
          </th>
          <th scope="col" className={classes.number}>
            {t("evaluation.change")}
          </th>
        </>
      )}
    </>
  );
}

type FiguresProps = { change: { before: number; after: number; delta: number }; compared: boolean };

/** Draws the nDCG of an evaluated query, or two with their difference. */
function Figures({ change: { before, after, delta }, compared }: FiguresProps) {
  const formats = useFormats();
  const way = Math.abs(delta) < 1e-9 ? undefined : delta > 0 ? classes.better : classes.worse;
  return (
    <>
      <td className={classes.number}>{formats.score(before)}</td>
      {compared && (
        <>
          <td className={classes.number}>{formats.score(after)}</td>
          <td className={`${classes.number} ${way ?? ""}`}>{formats.signed(delta)}</td>
        </>
      )}
    </>
  );
}

function Queries({ evaluation, compared }: TableProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(PAGE);
  const [every, setEvery] = useState(false);
  // Alone, the lowest figure is the worst; two are ordered by what was lost, as they come.
  const ordered = compared
    ? evaluation.queries.filter((query) => every || isChangedQuery(query))
    : evaluation.queries.toSorted((a, b) => a.before - b.before || a.id.localeCompare(b.id));
  const title = compared ? t("evaluation.worstFirst") : t("evaluation.byQuery");
  return (
    <>
      <div className={classes.sectionBar}>
        <h3>{title}</h3>
        {compared && (
          <Switch
            size="xs"
            label={t("evaluation.every")}
            checked={every}
            onChange={(event) => setEvery(event.currentTarget.checked)}
          />
        )}
      </div>
      {ordered.length === 0 ? (
        <p className={classes.empty}>{t("evaluation.noneChanged")}</p>
      ) : (
        <div className={classes.scroll} tabIndex={0} role="region" aria-label={title}>
          <QueryTable queries={ordered.slice(0, shown)} evaluation={evaluation} compared={compared} />
          {ordered.length > shown && (
            <p className={classes.more}>
              <Button variant="subtle" size="xs" onClick={() => setShown(shown + PAGE)}>
                {t("sets.showMore", { count: ordered.length - shown })}
              </Button>
            </p>
          )}
        </div>
      )}
    </>
  );
}

function isChangedQuery({ delta, case: test }: QueryChange): boolean {
  return Math.abs(delta) > 1e-9 || (test !== null && test.before !== test.after);
}

function QueryTable({ queries, evaluation, compared }: TableProps & { queries: readonly QueryChange[] }) {
  const { t } = useTranslation();
  const tested = evaluation.queries.some((query) => query.case !== null);
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t("sets.column.query")}</th>
          <th scope="col" className={classes.wide}>
            {t("sets.column.class")}
          </th>
          <FigureHeads compared={compared} />
          {tested && <th scope="col">{t("sets.column.test")}</th>}
        </tr>
      </thead>
      <tbody>
        {queries.map((query) => (
          <tr key={query.id}>
            <th scope="row">
              <Link className={classes.query} to={searchAddress(evaluation.set, query.query)}>
                <DataText text={query.query} />
              </Link>
              {query.protected && <span className={classes.key}>{t("setEffect.protected")}</span>}
            </th>
            <td className={classes.wide}>{query.class && <DataText text={query.class} />}</td>
            <Figures change={query} compared={compared} />
            {tested && (
              <td>
                <CaseWords query={query} compared={compared} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function CaseWords({ query, compared }: { query: QueryChange; compared: boolean }) {
  const { t } = useTranslation();
  if (!query.case) return null;
  const { before, after } = query.case;
  const word = (passes: boolean) => (passes ? t("sets.case.passes") : t("sets.case.fails"));
  const now = compared ? after : before;
  return (
    <span className={now ? classes.pass : classes.fail}>
      {compared && before !== after ? `${word(before)} → ${word(after)}` : word(now)}
    </span>
  );
}
