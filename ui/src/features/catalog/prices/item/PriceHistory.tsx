/** What an item cost before: a line that steps from price to price, and the same as a table. */
import { NativeSelect, Skeleton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../../api/hooks";
import type { Data } from "../../../../api/command";
import { DataText } from "../../../../components/DataText";
import { Plot, PlotLine } from "../../../../components/plot/Plot";
import { QueryError } from "../../../../components/QueryError";
import { useFormats } from "../../../../i18n/language";
import { cleanText } from "../../../../lib/text/text";
import { useActorName } from "../../../../shared/changes/useActorName";
import { useSourceName } from "../../shared/useSourceName";
import classes from "./item.module.css";
import { laySteps } from "./steps";

type PricePoint = Data<"itemPriceHistory">[number];

export function PriceHistory({ itemId }: { itemId: string }) {
  const { t } = useTranslation();
  const query = useCommandQuery("itemPriceHistory", { id: itemId });
  if (query.error) return <QueryError title={t("prices.history.failed")} query={query} />;
  if (!query.data) return <Skeleton h={120} aria-busy />;
  return (
    <section aria-label={t("prices.history.title")}>
      <h4 className={classes.name}>{t("prices.history.title")}</h4>
      {query.data.length === 0 ? (
        <p className={classes.note}>{t("prices.history.none")}</p>
      ) : (
        <Series points={query.data} until={query.dataUpdatedAt} />
      )}
    </section>
  );
}

/** One line at a time: that of the counter, or that of a list; of the item, or of a package. */
function Series({ points, until }: { points: readonly PricePoint[]; until: number }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(COUNTER);
  const names = new Map(
    points.map((point) => {
      const name =
        point.list === null ? t("prices.counter") : (point.listName ?? t("prices.history.goneList"));
      return [keyOf(point), [name, point.package].filter(Boolean).join(" · ")] as const;
    }),
  );
  const key = names.has(chosen) ? chosen : ([...names.keys()][0] ?? COUNTER);
  const name = cleanText(names.get(key) ?? "");
  return (
    <>
      {names.size > 1 && (
        <NativeSelect
          size="xs"
          className={classes.series}
          label={t("prices.history.series")}
          value={key}
          data={[...names].map(([value, label]) => ({ value, label: cleanText(label) }))}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      )}
      <StepPlot key={key} name={name} steps={points.filter((point) => keyOf(point) === key)} until={until} />
    </>
  );
}

type PlotProps = { name: string; steps: readonly PricePoint[]; until: number };

function StepPlot({ name, steps, until }: PlotProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const actorName = useActorName();
  const sourceName = useSourceName();
  const { points, runs, levels, dates } = laySteps(steps, until);
  const money = ({ price, currency }: PricePoint) =>
    price === null ? t("price.unavailable") : formats.price(price, currency);
  const sourceOf = ({ source, by }: PricePoint) =>
    `${actorName(by)} · ${sourceName({ source, confirmedBy: null })}`;
  return (
    <>
      <Plot
        about={t("prices.history.about", { name, count: steps.length })}
        points={points.map(({ x, y, step }) => ({
          x,
          y,
          text: `${formats.date(step.at)}: ${money(step)} · ${cleanText(sourceOf(step))}`,
        }))}
        levels={levels}
        levelText={(value) => formats.decimal(value, 2)}
        dates={dates.map(({ at, x }) => ({ x, text: formats.date(new Date(at).toISOString()) }))}
        hint={t("prices.history.hint", { count: steps.length })}
      >
        {runs.map((run) => (
          <PlotLine key={run[0]?.x} corners={run} />
        ))}
      </Plot>
      <div className="visually-hidden">
        <table>
          <caption>{t("prices.history.about", { name, count: steps.length })}</caption>
          <thead>
            <tr>
              <th scope="col">{t("prices.history.at")}</th>
              <th scope="col">{t("itemField.price")}</th>
              <th scope="col">{t("prices.change.by")}</th>
            </tr>
          </thead>
          <tbody>
            {steps.map((step, at) => (
              <tr key={at}>
                <th scope="row">{formats.dateTime(step.at)}</th>
                <td>{money(step)}</td>
                <td>
                  <DataText text={sourceOf(step)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function keyOf({ list, package: label }: Pick<PricePoint, "list" | "package">): string {
  return JSON.stringify([list, label]);
}

const COUNTER = keyOf({ list: null, package: null });
