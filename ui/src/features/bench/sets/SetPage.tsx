/** One query set: how well the active profile answers it, and its queries. */
import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useCommandQuery } from "../../../api/hooks";
import { ErrorNotice } from "../../../components/ErrorNotice";
import { useFormats } from "../../../i18n/language";
import { AddQuery } from "./AddQuery";
import { Agreement } from "./Agreement";
import { QueryTable } from "./QueryTable";
import { SetHead } from "./SetHead";
import type { Evaluation } from "./names";
import classes from "./Sets.module.css";

export function SetPage() {
  const { t } = useTranslation();
  const { id = "" } = useParams();
  const detail = useCommandQuery("getQuerySet", { id });
  // A set without judgments and cases has nothing to measure.
  const measurable = detail.data !== undefined && (detail.data.judgments > 0 || detail.data.cases > 0);
  const evaluation = useCommandQuery("evaluateQuerySet", { id }, { enabled: measurable });
  if (detail.isPending)
    return (
      <div className={classes.page}>
        <Skeleton height={220} radius={10} aria-label={t("sets.loading")} />
      </div>
    );
  if (!detail.data)
    return (
      <div className={classes.page}>
        <ErrorNotice
          error={detail.error}
          title={t("sets.failed")}
          onRetry={() => void detail.refetch()}
          retrying={detail.isFetching}
        />
      </div>
    );
  const set = detail.data;
  return (
    <div className={classes.page}>
      <SetHead set={set} />
      {evaluation.data && <Figures evaluation={evaluation.data} />}
      {evaluation.error && (
        <ErrorNotice
          error={evaluation.error}
          title={t("sets.notMeasured")}
          onRetry={() => void evaluation.refetch()}
          retrying={evaluation.isFetching}
        />
      )}
      {set.judges.length > 1 && <Agreement id={id} />}
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
