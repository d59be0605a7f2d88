// @vitest-environment node
import { expect, test } from "vitest";
import { laySteps } from "./steps";

const day = (number: number) => `2026-05-0${number}T00:00:00Z`;
const until = Date.parse(day(5));

test("a price holds until the next one, the last one until now", () => {
  const { points, runs } = laySteps(
    [
      { at: day(1), price: 10 },
      { at: day(3), price: 20 },
    ],
    until,
  );
  const [first, second] = points;
  const [run = []] = runs;
  expect(runs).toHaveLength(1);
  expect(run.map(({ x }) => x)).toEqual([first?.x, second?.x, second?.x, 624]);
  expect(run.map(({ y }) => y)).toEqual([first?.y, first?.y, second?.y, second?.y]);
});

test("no line goes over a time without a price", () => {
  const steps = [
    { at: day(1), price: 10 },
    { at: day(2), price: null },
    { at: day(4), price: 12 },
  ];
  const { points, runs } = laySteps(steps, until);
  expect(points.map(({ step }) => step.price)).toEqual([10, 12]);
  expect(runs.map((run) => run.length)).toEqual([2, 2]);
  expect(laySteps([{ at: day(1), price: null }], until).points).toEqual([]);
});
