/** One metric: its plot, what may be said about it and about it beside others, and its entries. */
import { Button, Group, MultiSelect, SegmentedControl, Skeleton, Title } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { QueryError } from "../../../components/QueryError";
import { useFormats } from "../../../i18n/language";
import { cleanText } from "../../../lib/text/text";
import desk from "../../../shared/desk/desk.module.css";
import { DayPlot } from "./DayPlot";
import classes from "./tracking.module.css";
import { useMetricNames } from "./useMetricNames";

/** Days that are looked at; ten years are all that count. */
const SPANS = ["30", "90", "365", "3653"] as const;
/** Metrics that are compared with one at once. */
const MOST_OTHERS = 4;
/** Entries that are listed at first, and as many more each time. */
const PAGE = 100;

type Props = { type: string; types: string[]; onNew: () => void; onEntry: (id: string) => void };

export function MetricView({ type, types, onNew, onEntry }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { nameOf } = useMetricNames();
  const [span, setSpan] = useState<(typeof SPANS)[number]>("90");
  const [limit, setLimit] = useState(PAGE);
  const [others, setOthers] = useState<string[]>([]);
  const days = Number(span);
  const history = useCommandQuery("getMetricHistory", { type, days }, { placeholderData: keepPreviousData });
  const trends = useCommandQuery(
    "getMetricTrends",
    { types: [type, ...others], days },
    { placeholderData: keepPreviousData },
  );
  const entries = history.data?.entries ?? [];
  const amount = (value: number, unit: string | null | undefined) =>
    [formats.decimal(value), unit].filter(Boolean).join(" ");
  return (
    <section className={classes.view} aria-label={cleanText(nameOf(type))}>
      <Group justify="space-between">
        <Title order={2} size="h4">
          <DataText text={nameOf(type)} />
        </Title>
        <Button size="compact-sm" variant="light" onClick={onNew}>
          {t("personal.tracking.new")}
        </Button>
      </Group>
      <SegmentedControl
        size="xs"
        aria-label={t("personal.tracking.span")}
        value={span}
        onChange={(value) => setSpan(SPANS.find((one) => one === value) ?? "90")}
        data={SPANS.map((value) => ({ value, label: t(`personal.tracking.spans.${value}`) }))}
      />
      <QueryError title={t("personal.tracking.failed")} query={history} />
      {history.isPending && <Skeleton height={240} />}
      {history.data && (
        <DayPlot key={type} name={nameOf(type)} unit={history.data.unit} days={history.data.daily} />
      )}
      {history.data?.otherUnits.map(({ unit, daily }) => (
        <DayPlot key={`${type} ${unit ?? ""}`} name={nameOf(type)} unit={unit} days={daily} />
      ))}
      {types.length > 1 && (
        <MultiSelect
          label={t("personal.tracking.compare")}
          description={t("personal.tracking.compareNote")}
          maxValues={MOST_OTHERS}
          data={types
            .filter((one) => one !== type)
            .map((one) => ({ value: one, label: cleanText(nameOf(one)) }))}
          value={others}
          onChange={setOthers}
        />
      )}
      <QueryError title={t("personal.tracking.trendsFailed")} query={trends} />
      {trends.data && (
        <ul className={classes.sentences} aria-label={t("personal.tracking.sentences")}>
          {trends.data.sentences.map((sentence) => (
            <li key={sentence}>
              <DataText text={sentence} />
            </li>
          ))}
        </ul>
      )}
      {history.data && entries.length === 0 && (
        <p className={desk.none}>{t("personal.tracking.noneInSpan")}</p>
      )}
      <ul className={classes.entries} aria-label={t("personal.tracking.entries")}>
        {entries.slice(0, limit).map(({ id, date, value, unit, notes }) => (
          <li key={id} className={desk.rowLine}>
            <button type="button" className={desk.row} data-row={id} onClick={() => onEntry(id)}>
              <span className={desk.rowName}>
                <DataText text={amount(value, unit)} />
              </span>
              <span className={desk.rowNote}>
                <DataText text={[formats.day(date), notes].filter(Boolean).join(" · ")} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {entries.length > limit && (
        <Button fullWidth variant="subtle" onClick={() => setLimit(limit + PAGE)}>
          {t("personal.more", { shown: limit, total: entries.length })}
        </Button>
      )}
    </section>
  );
}
