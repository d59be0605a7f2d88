/** Two profiles on the queries of a stored set, beside what sets them apart. */
import { Anchor, Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Kind } from "../../../../api/types";
import { useEvaluation } from "../../evaluation/useEvaluation";
import { useOpenSet } from "../../../../shared/sets/openSet";
import { OpenSetPicker } from "../../../../shared/sets/OpenSetPicker";
import { EvaluationFrame } from "../../evaluation/EvaluationFrame";
import { EvaluationReport } from "../../evaluation/EvaluationReport";
import { BASE } from "../../sets/names";
import classes from "../ProfilesDesk.module.css";

/** `before` and `after` are names of profiles as they are now. */
type Props = { before: string; after: string; kind: Kind };

export function SetComparison({ before, after, kind }: Props) {
  const { t } = useTranslation();
  const handle = useOpenSet(kind);
  const [asked, setAsked] = useState<string | null>(null);
  const set = handle.open?.id ?? null;
  // A set may be large: it is asked when a person says so, and again when the question changes.
  const question = set === null ? null : `${set} ${before} ${after}`;
  const wanted = question !== null && asked === question;
  const evaluation = useEvaluation({ id: set ?? "", before, after }, wanted);
  return (
    <section className={classes.section} aria-label={t("setCompare.title")}>
      <h3>{t("setCompare.title")}</h3>
      <div className={classes.ask}>
        <OpenSetPicker handle={handle} />
        {set !== null && !wanted && (
          <Button size="xs" variant="default" onClick={() => setAsked(question)}>
            {t("setCompare.ask")}
          </Button>
        )}
        {set !== null && (
          <Anchor component={Link} size="sm" py={5} to={addressOf(set, before, after)}>
            {t("setCompare.page")}
          </Anchor>
        )}
      </div>
      {wanted && (
        <EvaluationFrame asked={evaluation}>
          {(found) => <EvaluationReport evaluation={found} />}
        </EvaluationFrame>
      )}
    </section>
  );
}

/** Address of the comparison of two profiles on a query set, to be shared. */
function addressOf(set: string, before: string, after: string): string {
  return `${BASE}/${set}/evaluation?${new URLSearchParams({ before, after }).toString()}`;
}
