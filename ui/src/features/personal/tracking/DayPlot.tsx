/** A metric over time: a point a day, a line where days follow each other, and each value by the arrow keys. */
import { useTranslation } from "react-i18next";
import { Plot, PlotLine } from "../../../components/plot/Plot";
import { useFormats } from "../../../i18n/language";
import { layPlot, type Day } from "./plot";

type Props = { name: string; unit: string | null; days: readonly Day[] };

export function DayPlot({ name, unit, days }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { points, runs, levels, dates } = layPlot(days);
  const amount = (value: number) => [formats.decimal(value), unit].filter(Boolean).join(" ");
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return null;
  const values = points.map(({ value }) => value);
  const about = t("personal.tracking.plot.about", {
    name,
    count: points.length,
    from: formats.day(first.day),
    to: formats.day(last.day),
    least: amount(Math.min(...values)),
    most: amount(Math.max(...values)),
  });
  return (
    <Plot
      about={about}
      points={points.map(({ x, y, day, value }) => ({ x, y, text: `${formats.day(day)}: ${amount(value)}` }))}
      levels={levels}
      levelText={(value) => formats.decimal(value, 1)}
      dates={dates.map(({ day, x }) => ({ text: formats.day(day), x }))}
      hint={t("personal.tracking.plot.hint", { count: points.length })}
    >
      {runs.map((run) => (
        <PlotLine key={run[0]?.day} corners={run} />
      ))}
    </Plot>
  );
}
