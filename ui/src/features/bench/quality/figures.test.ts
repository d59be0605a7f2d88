import { expect, test } from "vitest";
import { noFigures } from "../../../test/bench/bench";
import { axisEnd, FIGURES, isReached, runsOf, type QualityReport } from "./figures";

const report = (change: Partial<QualityReport["overall"]>): QualityReport => ({
  step: "day",
  points: [],
  overall: { ...noFigures, ...change },
  targets: {
    firstTokenMs: 500,
    fullMs: 3000,
    fallbackRate: 0.05,
    toolSuccess: 0.95,
    satisfaction: 0.8,
    toolAccuracy: 0.9,
    memoryRelevance: 0.7,
  },
  leastCases: 10,
});
const figure = (id: string) => FIGURES.find((one) => one.id === id)!;

test("what was not measured parts the line and is never drawn as nothing", () => {
  expect(runsOf([null, 1, 2, null, null, 0, null])).toEqual([
    [
      { index: 1, value: 1 },
      { index: 2, value: 2 },
    ],
    [{ index: 5, value: 0 }],
  ]);
  expect(runsOf([null, null])).toEqual([]);
});

test("a target is reached below it for times and above it for shares of what went well", () => {
  expect(isReached(figure("firstToken"), report({ firstTokenMs: 499 }))).toBe(true);
  expect(isReached(figure("firstToken"), report({ firstTokenMs: 501 }))).toBe(false);
  expect(isReached(figure("satisfaction"), report({ satisfaction: 0.79 }))).toBe(false);
  expect(isReached(figure("tools"), report({ toolSuccess: 0.96 }))).toBe(true);
  expect(isReached(figure("full"), report({}))).toBeNull();
  expect(isReached(figure("cost"), report({ costUsd: 3 }))).toBeNull();
});

test("the axis ends at a round number above everything", () => {
  expect(axisEnd([380, 1200], 0)).toBe(2000);
  expect(axisEnd([0.042], 0.1)).toBeCloseTo(0.1);
  expect(axisEnd([], 0)).toBe(1);
  expect(axisEnd([2600], 0)).toBe(5000);
});

test("a day without turns is no measurement of none", () => {
  const turns = figure("turns").lines[0]!;
  expect(turns.of(noFigures)).toBeNull();
  expect(turns.of({ ...noFigures, turns: 3 })).toBe(3);
});
