/** A question to a set on its way to an answer: how far it is, why there is none, or the answer. */
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ErrorNotice } from "../../../components/ErrorNotice";
import { Measuring } from "../../../components/measuring/Measuring";
import type { useEvaluation } from "./useEvaluation";
import type { Evaluation } from "../sets/names";
import classes from "../sets/Sets.module.css";

type Props = {
  asked: ReturnType<typeof useEvaluation>;
  children: (evaluation: Evaluation) => ReactNode;
};

export function EvaluationFrame({ asked, children }: Props) {
  const { t } = useTranslation();
  const again = () => void asked.refetch();
  return (
    <div aria-busy={asked.isFetching}>
      {asked.isFetching && (
        <div className={classes.apart}>
          <Measuring id={asked.measureId} onCancel={asked.cancel} />
        </div>
      )}
      {asked.cancelled && (
        <p className={classes.empty}>
          {t("measuring.cancelled")}{" "}
          <Button size="compact-sm" variant="default" onClick={again}>
            {t("measuring.again")}
          </Button>
        </p>
      )}
      {asked.error && !asked.isFetching && (
        <ErrorNotice error={asked.error} title={t("sets.notMeasured")} onRetry={again} />
      )}
      {asked.data && !asked.error && !asked.cancelled && children(asked.data)}
    </div>
  );
}
