/** Where the prices of one thing stand in their plot: each holds until the next one; without a price there is a gap. */
import { scaleTimes, scaleValues, type Level } from "../../../../components/plot/scale";

/** `at` as RFC 3339. */
export type PriceStep = { at: string; price: number | null };
type Corner = { x: number; y: number };
export type StepPlot<S> = {
  points: (Corner & { step: S })[];
  /** Lines without a gap. */
  runs: Corner[][];
  levels: Level[];
  /** The first and the last moment, and one in the middle. Milliseconds. */
  dates: { at: number; x: number }[];
};

/** Lays out the plot of an item's past prices. `steps` ascend; the last one holds `until` (milliseconds). */
export function laySteps<S extends PriceStep>(steps: readonly S[], until: number): StepPlot<S> {
  const first = steps[0];
  const prices = steps.flatMap(({ price }) => (price === null ? [] : [price]));
  if (!first || prices.length === 0) return { points: [], runs: [], levels: [], dates: [] };
  const from = Date.parse(first.at);
  const to = Math.max(until, ...steps.map(({ at }) => Date.parse(at)));
  const x = scaleTimes(from, to);
  const { y, levels } = scaleValues(prices);
  const points: StepPlot<S>["points"] = [];
  const runs: Corner[][] = [];
  let run: Corner[] | null = null;
  for (const [at, step] of steps.entries()) {
    if (step.price === null) {
      run = null;
      continue;
    }
    const next = steps[at + 1];
    const begin = { x: x(Date.parse(step.at)), y: y(step.price) };
    const end = { x: next ? x(Date.parse(next.at)) : x(to), y: begin.y };
    points.push({ ...begin, step });
    if (run) run.push(begin, end);
    else runs.push((run = [begin, end]));
  }
  const dates = [...new Set([from, Math.round((from + to) / 2), to])];
  return { points, runs, levels, dates: dates.map((at) => ({ at, x: x(at) })) };
}
