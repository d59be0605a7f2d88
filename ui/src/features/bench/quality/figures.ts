/** What is plotted of the desk, and how each figure is written. Pure. */
import type { Data } from "../../../api/command";
import type { Formats } from "../../../lib/format";

export type QualityReport = Data<"aiQuality">;
export type QualityFigures = QualityReport["overall"];

type Case = keyof QualityFigures["cases"];
export type FigureId = Case | "cost" | "turns";
type Line = { key: "median" | "p95" | "value"; of: (figures: QualityFigures) => number | null };

export type Figure = {
  id: FigureId;
  /** How many cases it is of; of too few there is no figure. */
  cases?: Case;
  lines: readonly Line[];
  /** What should be reached, and on which side of it is good. */
  target?: { of: (report: QualityReport) => number; good: "below" | "above" };
  format: (formats: Formats, value: number) => string;
  /** The axis ends here at least; shares end at the whole. */
  most?: number;
};

const share = (formats: Formats, value: number) => formats.percent(value);
const duration = (formats: Formats, value: number) => formats.duration(value);

export const FIGURES: readonly Figure[] = [
  {
    id: "firstToken",
    cases: "firstToken",
    lines: [
      { key: "median", of: (f) => f.firstTokenMs },
      { key: "p95", of: (f) => f.firstTokenP95Ms },
    ],
    target: { of: (r) => r.targets.firstTokenMs, good: "below" },
    format: duration,
  },
  {
    id: "full",
    cases: "full",
    lines: [
      { key: "median", of: (f) => f.fullMs },
      { key: "p95", of: (f) => f.fullP95Ms },
    ],
    target: { of: (r) => r.targets.fullMs, good: "below" },
    format: duration,
  },
  {
    id: "fallback",
    cases: "fallback",
    lines: [{ key: "value", of: (f) => f.fallbackRate }],
    target: { of: (r) => r.targets.fallbackRate, good: "below" },
    format: share,
    most: 0.1,
  },
  {
    id: "tools",
    cases: "tools",
    lines: [{ key: "value", of: (f) => f.toolSuccess }],
    target: { of: (r) => r.targets.toolSuccess, good: "above" },
    format: share,
    most: 1,
  },
  {
    id: "toolAccuracy",
    cases: "toolAccuracy",
    lines: [{ key: "value", of: (f) => f.toolAccuracy }],
    target: { of: (r) => r.targets.toolAccuracy, good: "above" },
    format: share,
    most: 1,
  },
  {
    id: "memoryRelevance",
    cases: "memoryRelevance",
    lines: [{ key: "value", of: (f) => f.memoryRelevance }],
    target: { of: (r) => r.targets.memoryRelevance, good: "above" },
    format: share,
    most: 1,
  },
  {
    id: "satisfaction",
    cases: "satisfaction",
    lines: [{ key: "value", of: (f) => f.satisfaction }],
    target: { of: (r) => r.targets.satisfaction, good: "above" },
    format: share,
    most: 1,
  },
  {
    id: "cost",
    lines: [{ key: "value", of: (f) => f.costUsd }],
    format: (formats, value) => formats.cost(value),
  },
  {
    id: "turns",
    // A day without turns has none; that there were none is no measurement to be joined by a line.
    lines: [{ key: "value", of: (f) => (f.turns > 0 ? f.turns : null) }],
    format: (formats, value) => formats.integer(value),
  },
];

/** Whether the whole span reaches its target; null where there is none, or nothing was measured. */
export function isReached(figure: Figure, report: QualityReport): boolean | null {
  const value = figure.lines[0]?.of(report.overall) ?? null;
  if (!figure.target || value === null) return null;
  const target = figure.target.of(report);
  return figure.target.good === "below" ? value < target : value > target;
}

export type Point = { x: number; y: number; index: number };

/** Runs of measured points: what was not measured parts them and is never drawn as nothing. */
export function runsOf(values: readonly (number | null)[]): { index: number; value: number }[][] {
  const runs: { index: number; value: number }[][] = [];
  let open: { index: number; value: number }[] | null = null;
  values.forEach((value, index) => {
    if (value === null) {
      open = null;
      return;
    }
    if (open === null) {
      open = [];
      runs.push(open);
    }
    open.push({ index, value });
  });
  return runs;
}

/** The end of the axis: a round number above everything that is drawn. */
export function axisEnd(values: readonly number[], least: number): number {
  const most = Math.max(least, ...values);
  if (!(most > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [1, 2, 2.5, 5, 10].find((factor) => factor * power >= most) ?? 10;
  return step * power;
}
