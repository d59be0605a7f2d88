/** Where the days of a metric stand in its plot. Days without a value are gaps: no line goes over them. */

export type Day = { day: string; value: number };
export type Point = Day & { x: number; y: number };
export type Plot = {
  points: Point[];
  /** Days that follow each other without a gap. */
  runs: Point[][];
  /** The values at the horizontal lines. */
  levels: { value: number; y: number }[];
  /** The first and the last day, and one in the middle. */
  dates: { day: string; x: number }[];
};

/** Inside of the drawing. Units of its view box. */
export const BOX = { width: 640, height: 240, left: 56, right: 16, top: 12, bottom: 28 } as const;

const DAY_MS = 86_400_000;
const LINES = 4;

/** `days` ascend. */
export function layPlot(days: readonly Day[]): Plot {
  const first = days[0];
  const last = days.at(-1);
  if (!first || !last) return { points: [], runs: [], levels: [], dates: [] };
  const [from, to] = [numberOf(first.day), numberOf(last.day)];
  const [low, high] = reachOf(days.map(({ value }) => value));
  const x = (day: number) =>
    from === to
      ? (BOX.left + BOX.width - BOX.right) / 2
      : BOX.left + ((day - from) / (to - from)) * (BOX.width - BOX.left - BOX.right);
  const y = (value: number) =>
    BOX.top + ((high - value) / (high - low)) * (BOX.height - BOX.top - BOX.bottom);
  const points = days.map((one) => ({ ...one, x: x(numberOf(one.day)), y: y(one.value) }));
  const levels = Array.from({ length: LINES + 1 }, (_, at) => low + ((high - low) * at) / LINES);
  const middle = Math.round((from + to) / 2);
  const dates = [...new Set(to - from > 1 ? [from, middle, to] : [from, to])];
  return {
    points,
    runs: runsOf(points),
    levels: levels.map((value) => ({ value, y: y(value) })),
    dates: dates.map((day) => ({ day: dayOf(day), x: x(day) })),
  };
}

/** A little more than the values take; never nothing. */
function reachOf(values: number[]): [number, number] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const room = high === low ? Math.max(1, Math.abs(high) * 0.1) : (high - low) * 0.08;
  return [low - room, high + room];
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
