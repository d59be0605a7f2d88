/** A profile, or two against each other, on a whole set: in words, by class, and query by query. */
import { Button, Select, Skeleton } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams, useSearchParams } from "react-router";
import { useCommandQuery } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { ErrorNotice } from "../../../components/ErrorNotice";
import { useFormats } from "../../../i18n/language";
import { ShareEvaluation } from "../../share/ShareEvaluation";
import { BASE, searchAddress, type Evaluation, type QueryChange } from "./names";
import classes from "./Sets.module.css";

/** Rows drawn at once. */
const PAGE = 100;

export function EvaluationPage() {
  const { t } = useTranslation();
  const { id = "" } = useParams();
  const [params, setParams] = useSearchParams();
  const [before, after] = [params.get("before"), params.get("after")];
  const evaluation = useCommandQuery(
    "evaluateQuerySet",
    { id, before, after },
    { placeholderData: keepPreviousData },
  );
  const choose = (name: "before" | "after", profile: string | null) => {
    const next = new URLSearchParams(params);
    if (profile === null) next.delete(name);
    else next.set(name, profile);
    setParams(next, { replace: true });
  };
  const report = evaluation.data;
  const compared = report &&
    report.before.profile !== report.after.profile && {
      before: report.before.profile,
      after: report.after.profile,
    };
  return (
    <div className={classes.page}>
      <div className={classes.bar}>
        <div>
          <Link to={`${BASE}/${id}`} className={classes.crumb}>
            {evaluation.data ? <DataText text={evaluation.data.set.name} /> : t("bench.tab.sets")}
          </Link>
          <h2 className={classes.heading}>{t("evaluation.title")}</h2>
        </div>
        {compared && <ShareEvaluation before={compared.before} after={compared.after} setId={id} />}
      </div>
      <Profiles before={before} after={after} onChoose={choose} />
      {evaluation.isPending && <Skeleton height={240} radius={10} aria-label={t("evaluation.measuring")} />}
      {evaluation.error && (
        <ErrorNotice
          error={evaluation.error}
          title={t("sets.notMeasured")}
          onRetry={() => void evaluation.refetch()}
          retrying={evaluation.isFetching}
        />
      )}
      {evaluation.data && !evaluation.error && (
        <div aria-busy={evaluation.isPlaceholderData}>
          <Report evaluation={evaluation.data} />
        </div>
      )}
    </div>
  );
}

type ProfilesProps = {
  before: string | null;
  after: string | null;
  onChoose: (name: "before" | "after", profile: string | null) => void;
};

function Profiles({ before, after, onChoose }: ProfilesProps) {
  const { t } = useTranslation();
  const profiles = useCommandQuery("listProfiles", {});
  const names = profiles.data?.map((profile) => profile.name) ?? [];
  const active = profiles.data?.find((profile) => profile.active)?.name ?? "";
  return (
    <div className={classes.choices}>
      <Select
        label={t("evaluation.before")}
        placeholder={t("evaluation.active", { name: active })}
        clearable
        data={names}
        value={before}
        onChange={(value) => onChoose("before", value)}
      />
      <Select
        label={t("evaluation.after")}
        placeholder={t("evaluation.afterNone")}
        clearable
        data={names}
        value={after}
        onChange={(value) => onChoose("after", value)}
      />
    </div>
  );
}

function Report({ evaluation }: { evaluation: Evaluation }) {
  const { t } = useTranslation();
  const compared = evaluation.before.profile !== evaluation.after.profile;
  if (evaluation.queries.length === 0) return <p className={classes.empty}>{t("sets.noQueries")}</p>;
  return (
    <>
      <Verdict evaluation={evaluation} compared={compared} />
      <ClassTable evaluation={evaluation} compared={compared} />
      <h3 className={classes.section}>{compared ? t("evaluation.worstFirst") : t("evaluation.byQuery")}</h3>
      <Queries evaluation={evaluation} compared={compared} />
    </>
  );
}

/** What the figures say, in words: a p-value is no word. */
function Verdict({ evaluation, compared }: { evaluation: Evaluation; compared: boolean }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { overall, before, after, casesBefore, casesAfter } = evaluation;
  if (!compared)
    return (
      <p className={classes.verdict}>
        {t("evaluation.alone", {
          profile: before.profile,
          ndcg: formats.score(before["ndcg@10"]),
          recall: formats.score(before["recall@50"]),
          mrr: formats.score(before["mrr@10"]),
          count: overall.queries,
        })}{" "}
        {casesBefore && t("evaluation.cases", { ...casesBefore })}
      </p>
    );
  const unlikely = overall.pValue < 0.05;
  const way = Math.abs(overall.delta) < 1e-9 ? "same" : overall.delta > 0 ? "better" : "worse";
  return (
    <p className={classes.verdict}>
      {t(`evaluation.verdict.${way}`, {
        before: before.profile,
        after: after.profile,
        delta: formats.score(Math.abs(overall.delta)),
      })}{" "}
      {way !== "same" &&
        t(unlikely ? "evaluation.notChance" : "evaluation.maybeChance", {
          share: formats.percent(overall.pValue),
        })}{" "}
      {casesBefore &&
        casesAfter &&
        t("evaluation.casesChange", {
          before: casesBefore.passed,
          after: casesAfter.passed,
          count: casesAfter.count,
        })}
    </p>
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
            <th scope="col" className={classes.number}>
              {t("evaluation.queries")}
            </th>
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
                <th scope="col" className={classes.number} title={t("evaluation.chanceText")}>
                  {t("evaluation.chance")}
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, change], index) => (
            <tr key={index}>
              <th scope="row">
                <DataText text={name} />
              </th>
              <td className={classes.number}>{formats.integer(change.queries)}</td>
              <td className={classes.number}>{formats.score(change.before)}</td>
              {compared && (
                <>
                  <td className={classes.number}>{formats.score(change.after)}</td>
                  <Delta delta={change.delta} />
                  <td className={classes.number}>{formats.percent(change.pValue)}</td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Delta({ delta }: { delta: number }) {
  const formats = useFormats();
  const way = Math.abs(delta) < 1e-9 ? undefined : delta > 0 ? classes.better : classes.worse;
  return <td className={`${classes.number} ${way ?? ""}`}>{formats.signed(delta)}</td>;
}

function Queries({ evaluation, compared }: TableProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [shown, setShown] = useState(PAGE);
  // Alone, the lowest figure is the worst; two are ordered by what was lost, as they come.
  const queries = compared
    ? evaluation.queries
    : evaluation.queries.toSorted((a, b) => a.before - b.before || a.id.localeCompare(b.id));
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={t("evaluation.byQuery")}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t("sets.column.query")}</th>
            <th scope="col">{t("sets.column.class")}</th>
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
            <th scope="col">{t("sets.column.test")}</th>
          </tr>
        </thead>
        <tbody>
          {queries.slice(0, shown).map((query) => (
            <tr key={query.id}>
              <th scope="row">
                <Link className={classes.query} to={searchAddress(evaluation.set, query.query)}>
                  <DataText text={query.query} />
                </Link>
              </th>
              <td>{query.class && <DataText text={query.class} />}</td>
              <td className={classes.number}>{formats.score(query.before)}</td>
              {compared && (
                <>
                  <td className={classes.number}>{formats.score(query.after)}</td>
                  <Delta delta={query.delta} />
                </>
              )}
              <td>
                <CaseWords query={query} compared={compared} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {queries.length > shown && (
        <p className={classes.more}>
          <Button variant="subtle" size="xs" onClick={() => setShown(shown + PAGE)}>
            {t("sets.showMore", { count: queries.length - shown })}
          </Button>
        </p>
      )}
    </div>
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
