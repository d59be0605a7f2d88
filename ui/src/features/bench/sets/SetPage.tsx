/** One query set: how well the active profile answers it, and its queries. */
import { Button, Skeleton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useCommandQuery } from "../../../api/hooks";
import { QueryError } from "../../../components/QueryError";
import { useFormats } from "../../../i18n/language";
import { useEvaluation } from "../evaluation/useEvaluation";
import { AddQuery } from "./queries/AddQuery";
import { Agreement } from "../judging/Agreement";
import { EvaluationFrame } from "../evaluation/EvaluationFrame";
import { QueryTable } from "./queries/QueryTable";
import { SetHead } from "./SetHead";
import type { Evaluation, SetDetail } from "./names";
import classes from "./Sets.module.css";

export function SetPage() {
  const { t } = useTranslation();
  const { id = "" } = useParams();
  const detail = useCommandQuery("getQuerySet", { id });
  if (detail.isPending)
    return (
      <div className={classes.page}>
        <Skeleton height={220} radius={10} aria-label={t("sets.loading")} />
      </div>
    );
  if (!detail.data)
    return (
      <div className={classes.page}>
        <QueryError title={t("sets.failed")} query={detail} />
      </div>
    );
  return <WholeSet set={detail.data} />;
}

/** A larger set is measured when a person says so, and stays measured until then. */
const MEASURED_UNASKED = 300;

function WholeSet({ set }: { set: SetDetail }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [asked, setAsked] = useState(false);
  // A set without judgments and cases has nothing to measure.
  const measurable = set.judgments > 0 || set.cases > 0;
  const large = set.queries - set.skippedQueries > MEASURED_UNASKED;
  const question = { id: set.id, before: null, after: null };
  const evaluation = useEvaluation(question, measurable && (!large || asked));
  return (
    <div className={classes.page}>
      <SetHead set={set} />
      {measurable && large && !asked && (
        <p className={classes.ask}>
          <Button size="xs" variant="default" onClick={() => setAsked(true)}>
            {t("measuring.measure")}
          </Button>
          <span>{t("measuring.large", formats.placeCount(set.queries))}</span>
        </p>
      )}
      <EvaluationFrame asked={evaluation}>{(found) => <Figures evaluation={found} />}</EvaluationFrame>
      {set.judges.length > 1 && <Agreement id={set.id} />}
      <AddQuery set={set} />
      {set.list.length === 0 ? (
        <p className={classes.empty}>{t("sets.noQueries")}</p>
      ) : (
        <QueryTable set={set} evaluation={evaluation.data ?? null} />
      )}
    </div>
  );
}

function Figures({ evaluation }: { evaluation: Evaluation }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { before, casesBefore, unknownRecords } = evaluation;
  return (
    <ul className={classes.figures} aria-label={t("sets.figures", { profile: before.profile })}>
      <li>
        <span>{t("sets.profile")}</span>
        <strong>{before.profile}</strong>
      </li>
      <li>
        <span>nDCG@10</span>
        <strong>{formats.score(before["ndcg@10"])}</strong>
      </li>
      <li>
        <span>recall@50</span>
        <strong>{formats.score(before["recall@50"])}</strong>
      </li>
      <li>
        <span>MRR@10</span>
        <strong>{formats.score(before["mrr@10"])}</strong>
      </li>
      {casesBefore && (
        <li>
          <span>{t("sets.casesPass")}</span>
          <strong className={casesBefore.passed < casesBefore.count ? classes.fail : classes.pass}>
            {casesBefore.passed} / {casesBefore.count}
          </strong>
        </li>
      )}
      {unknownRecords.count > 0 && (
        <li title={unknownRecords.ids.join(", ")}>
          <span>{t("sets.unknown")}</span>
          <strong>{formats.integer(unknownRecords.count)}</strong>
        </li>
      )}
    </ul>
  );
}
