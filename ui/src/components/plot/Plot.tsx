/** Values over time: lines over a grid, and each value by the pointer and the arrow keys. */
import { useState, type KeyboardEvent, type ReactNode } from "react";
import classes from "./plot.module.css";
import { BOX, type Level } from "./scale";

/** `text`: what is read of it. */
export type PlotPoint = { x: number; y: number; text: string };

type Props = {
  /** What the plot shows, in words. */
  about: string;
  points: readonly PlotPoint[];
  levels: readonly Level[];
  levelText: (value: number) => string;
  dates: readonly { text: string; x: number }[];
  /** Stands below while no point is chosen. */
  hint: string;
  /** The lines. */
  children: ReactNode;
};

/** Points that have room for a dot of the usual size. */
const ROOMY = 120;

export function Plot({ about, points, levels, levelText, dates, hint, children }: Props) {
  const [chosen, setChosen] = useState<number | null>(null);
  const at = chosen === null ? null : Math.min(chosen, points.length - 1);
  const point = at === null ? undefined : points[at];
  const last = points.at(-1);
  if (!last) return null;
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
      {/* A slider of points: the arrows move it, and its value is read aloud. */}
      <div
        role="slider"
        tabIndex={0}
        aria-label={about}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={(at ?? points.length - 1) + 1}
        aria-valuetext={(point ?? last).text}
        onKeyDown={move}
      >
        <svg viewBox={`0 0 ${BOX.width} ${BOX.height}`} className={classes.drawing} aria-hidden>
          {levels.map(({ value, y }) => (
            <g key={y}>
              <line className={classes.level} x1={BOX.left} x2={BOX.width - BOX.right} y1={y} y2={y} />
              <text className={classes.figure} x={BOX.left - 6} y={y + 4} textAnchor="end">
                {levelText(value)}
              </text>
            </g>
          ))}
          {dates.map(({ text, x }, place) => (
            <text
              key={x}
              className={classes.figure}
              x={x}
              y={BOX.height - 8}
              textAnchor={place === 0 ? "start" : place === dates.length - 1 ? "end" : "middle"}
            >
              {text}
            </text>
          ))}
          {children}
          {points.map(({ x, y }, place) => (
            <circle
              key={place}
              className={classes.point}
              data-chosen={place === at || undefined}
              cx={x}
              cy={y}
              r={place === at ? 5 : points.length > ROOMY ? 1.5 : 3}
              onMouseEnter={() => setChosen(place)}
            />
          ))}
        </svg>
      </div>
      <figcaption className={classes.caption}>{point ? point.text : hint}</figcaption>
    </figure>
  );
}

/** A line through `corners`. */
export function PlotLine({ corners }: { corners: readonly { x: number; y: number }[] }) {
  return <polyline className={classes.line} points={corners.map(({ x, y }) => `${x},${y}`).join(" ")} />;
}
