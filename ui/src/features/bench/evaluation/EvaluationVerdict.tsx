/** What the figures of an evaluation say, in words: a p-value is no word. */
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import notice from "../../../components/Notice.module.css";
import { useFormats } from "../../../i18n/language";
import { cleanText } from "../../../lib/text/text";
import type { Evaluation } from "../sets/names";
import classes from "../sets/Sets.module.css";

/** Below this, so great a difference by chance alone would be a rare thing: one time in twenty. */
const SURE = 0.05;

type Props = { evaluation: Evaluation; compared: boolean };

export function EvaluationVerdict({ evaluation, compared }: Props) {
  const { t } = useTranslation();
  const { unknownRecords } = evaluation;
  return (
    <div className={classes.verdict}>
      {evaluation.withoutVectors && (
        <Wordy without={evaluation.withoutVectors} of={evaluation.overall.queries} />
      )}
      {compared ? <ComparedFigures evaluation={evaluation} /> : <Alone evaluation={evaluation} />}
      {unknownRecords.count > 0 && (
        <p className={classes.note}>{t("evaluation.unknown", { count: unknownRecords.count })}</p>
      )}
    </div>
  );
}

/** That words answered some of the queries alone: it stands above every figure. */
function Wordy({ without, of }: { without: NonNullable<Evaluation["withoutVectors"]>; of: number }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const counts = { ...formats.placeCount(without.queries), of: formats.integer(of) };
  return (
    <div className={notice.notice} data-tone="bad" role="alert">
      <IconAlertTriangle size={20} className={notice.icon} aria-hidden />
      <div className={notice.body}>
        <p>
          <strong>{t("evaluation.withoutVectors.title", counts)}</strong>{" "}
          {t(`evaluation.withoutVectors.reason.${without.reason}`)}
        </p>
        <p>{t("evaluation.withoutVectors.text")}</p>
      </div>
    </div>
  );
}

function Alone({ evaluation }: { evaluation: Evaluation }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { overall, before, casesBefore } = evaluation;
  return (
    <p>
      {t("evaluation.alone", {
        profile: cleanText(before.profile),
        ndcg: formats.score(before["ndcg@10"]),
        recall: formats.score(before["recall@50"]),
        mrr: formats.score(before["mrr@10"]),
        count: overall.queries,
      })}{" "}
      {casesBefore && t("evaluation.cases", { ...casesBefore })}
    </p>
  );
}

function ComparedFigures({ evaluation }: { evaluation: Evaluation }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { overall, before, after, queries, casesBefore, casesAfter } = evaluation;
  const way = Math.abs(overall.delta) < 1e-9 ? "same" : overall.delta > 0 ? "better" : "worse";
  const unlikely = overall.pValue < SURE;
  return (
    <>
      <p>
        {t(`evaluation.verdict.${way}`, {
          before: cleanText(before.profile),
          after: cleanText(after.profile),
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
      <p className={classes.note}>
        {t("evaluation.counts", {
          count: overall.queries,
          better: formats.integer(queries.filter(({ delta }) => delta > 1e-9).length),
          worse: formats.integer(queries.filter(({ delta }) => delta < -1e-9).length),
        })}{" "}
        {t("evaluation.others", {
          recallBefore: formats.score(before["recall@50"]),
          recallAfter: formats.score(after["recall@50"]),
          mrrBefore: formats.score(before["mrr@10"]),
          mrrAfter: formats.score(after["mrr@10"]),
        })}
      </p>
    </>
  );
}
