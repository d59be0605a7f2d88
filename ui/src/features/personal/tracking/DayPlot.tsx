/** A metric over time: a point a day, a line where days follow each other, and each value by the arrow keys. */
import { useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../../../i18n/language";
import { BOX, layPlot, type Day } from "./plot";
import classes from "./tracking.module.css";

type Props = { name: string; unit: string | null; days: readonly Day[] };

export function DayPlot({ name, unit, days }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [chosen, setChosen] = useState<number | null>(null);
  const { points, runs, levels, dates } = layPlot(days);
  const at = chosen === null ? null : Math.min(chosen, points.length - 1);
  const point = at === null ? undefined : points[at];
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
  const move = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (at ?? (step < 0 ? points.length : -1)) + step;
    setChosen(Math.max(0, Math.min(points.length - 1, next)));
  };
  return (
    <figure className={classes.plot}>
      {/* A slider of days: the arrows move it, and its value is read aloud. */}
      <div
        role="slider"
        tabIndex={0}
        aria-label={about}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={(at ?? points.length - 1) + 1}
        aria-valuetext={`${formats.day((point ?? last).day)}: ${amount((point ?? last).value)}`}
        onKeyDown={move}
      >
        <svg viewBox={`0 0 ${BOX.width} ${BOX.height}`} className={classes.drawing} aria-hidden>
          {levels.map(({ value, y }) => (
            <g key={y}>
              <line className={classes.level} x1={BOX.left} x2={BOX.width - BOX.right} y1={y} y2={y} />
              <text className={classes.figure} x={BOX.left - 6} y={y + 4} textAnchor="end">
                {formats.decimal(value, 1)}
              </text>
            </g>
          ))}
          {dates.map(({ day, x }, place) => (
            <text
              key={day}
              className={classes.figure}
              x={x}
              y={BOX.height - 8}
              textAnchor={place === 0 ? "start" : place === dates.length - 1 ? "end" : "middle"}
            >
              {formats.day(day)}
            </text>
          ))}
          {runs.map((run) => (
            <polyline
              key={run[0]?.day}
              className={classes.line}
              points={run.map(({ x, y }) => `${x},${y}`).join(" ")}
            />
          ))}
          {points.map((one, place) => (
            <circle
              key={one.day}
              className={classes.point}
              data-chosen={place === at || undefined}
              cx={one.x}
              cy={one.y}
              r={place === at ? 5 : points.length > 120 ? 1.5 : 3}
              onMouseEnter={() => setChosen(place)}
            />
          ))}
        </svg>
      </div>
      <figcaption className={classes.caption}>
        {point
          ? `${formats.day(point.day)}: ${amount(point.value)}`
          : t("personal.tracking.plot.hint", { count: points.length })}
      </figcaption>
    </figure>
  );
}
