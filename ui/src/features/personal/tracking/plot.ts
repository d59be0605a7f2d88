/** Where the days of a metric stand in its plot. Days without a value are gaps: no line goes over them. */
import { scaleTimes, scaleValues, type Level } from "../../../components/plot/scale";

export type Day = { day: string; value: number };
export type Point = Day & { x: number; y: number };
export type Plot = {
  points: Point[];
  /** Days that follow each other without a gap. */
  runs: Point[][];
  /** The values at the horizontal lines. */
  levels: Level[];
  /** The first and the last day, and one in the middle. */
  dates: { day: string; x: number }[];
};

const DAY_MS = 86_400_000;

/** Lays out the plot of a metric's values. `days` ascend. */
export function layPlot(days: readonly Day[]): Plot {
  const first = days[0];
  const last = days.at(-1);
  if (!first || !last) return { points: [], runs: [], levels: [], dates: [] };
  const [from, to] = [numberOf(first.day), numberOf(last.day)];
  const x = scaleTimes(from, to);
  const { y, levels } = scaleValues(days.map(({ value }) => value));
  const points = days.map((one) => ({ ...one, x: x(numberOf(one.day)), y: y(one.value) }));
  const middle = Math.round((from + to) / 2);
  const dates = [...new Set(to - from > 1 ? [from, middle, to] : [from, to])];
  return {
    points,
    runs: runsOf(points),
    levels,
    dates: dates.map((day) => ({ day: dayOf(day), x: x(day) })),
  };
}

function runsOf(points: readonly Point[]): Point[][] {
  const runs: Point[][] = [];
  for (const point of points) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run && before && numberOf(point.day) - numberOf(before.day) === 1) run.push(point);
    else runs.push([point]);
  }
  return runs;
}

function numberOf(day: string): number {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS);
}

function dayOf(number: number): string {
  return new Date(number * DAY_MS).toISOString().slice(0, 10);
}
