/** How the desk did over time: speed, fallbacks, searches, satisfaction, cost, beside their targets. */
import { Group, SegmentedControl, Select, Skeleton } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../api/hooks";
import { QueryError } from "../../../components/QueryError";
import { useFormats } from "../../../i18n/language";
import { FirstStep } from "../FirstStep";
import { NothingThere } from "../NothingThere";
import { FigureCard } from "./FigureCard";
import { FIGURES, type QualityReport } from "./figures";
import classes from "./Quality.module.css";

const SPANS = ["7", "30", "90", "365"] as const;
const DAY_MS = 86_400_000;
type Step = "day" | "week";

export function QualityDesk() {
  const { t } = useTranslation();
  const [days, setDays] = useState<(typeof SPANS)[number]>("30");
  const [step, setStep] = useState<Step>("day");
  // The span ends when the page was opened: a moment that moves would be asked for again and again.
  const [to] = useState(() => new Date());
  const request = useMemo(
    () => ({
      from: new Date(to.getTime() - (Number(days) - 1) * DAY_MS).toISOString(),
      to: new Date(to.getTime() + DAY_MS).toISOString(),
      step,
      offsetMinutes: -to.getTimezoneOffset(),
    }),
    [days, step, to],
  );
  const query = useCommandQuery("aiQuality", request, { placeholderData: keepPreviousData, staleTime: 0 });

  return (
    <div className={classes.desk}>
      <p className={classes.lead}>{t("bench.quality.lead")}</p>
      <Group gap="sm">
        <Select
          aria-label={t("bench.quality.span.label")}
          className={classes.span}
          value={days}
          data={SPANS.map((one) => ({ value: one, label: t(`bench.quality.span.${one}`) }))}
          onChange={(next) => next && setDays(next)}
        />
        <SegmentedControl
          aria-label={t("bench.quality.step.label")}
          value={step}
          data={(["day", "week"] as const).map((one) => ({
            value: one,
            label: t(`bench.quality.per.${one}`),
          }))}
          onChange={(next) => setStep(next)}
        />
      </Group>
      <QueryError title={t("bench.quality.failed")} query={query} />
      {query.isPending && <Waiting />}
      {query.data && <Report report={query.data} />}
    </div>
  );
}

function Report({ report }: { report: QualityReport }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { turns, answered, composed, stopped, failed, ratings, calls } = report.overall;
  const hasCases = Object.values(report.overall.cases).some((cases) => cases > 0);
  if (turns === 0 && calls === 0 && !hasCases) {
    return (
      <NothingThere title={t("bench.quality.empty")} hint={t("bench.quality.emptyHint")}>
        <FirstStep to="chat" />
      </NothingThere>
    );
  }
  const counts = { turns, answered, composed, stopped, failed, ratings, calls };
  return (
    <>
      <dl className={classes.counts}>
        {(Object.keys(counts) as (keyof typeof counts)[]).map((one) => (
          <div key={one}>
            <dt>{t(`bench.quality.count.${one}`)}</dt>
            <dd>{formats.integer(counts[one])}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.cards}>
        {FIGURES.map((figure) => (
          <FigureCard key={figure.id} figure={figure} report={report} />
        ))}
      </div>
    </>
  );
}

function Waiting() {
  const { t } = useTranslation();
  return (
    <div className={classes.cards} aria-busy aria-label={t("search.loading")}>
      {FIGURES.slice(0, 4).map(({ id }) => (
        <Skeleton key={id} h={250} radius="md" />
      ))}
    </div>
  );
}
