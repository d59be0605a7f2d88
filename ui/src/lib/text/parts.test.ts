import { describe, expect, test } from "vitest";
import { givenValue, sum } from "../../test/records";
import { addsUp, partColor, rowsOf, sumOf, toBar } from "./parts";

describe("rowsOf", () => {
  test("a sum is shown by its details", () => {
    expect(rowsOf(sum("score", [givenValue("a", 1), givenValue("b", 2)])).map(({ name }) => name)).toEqual([
      "a",
      "b",
    ]);
  });
  test("anything else stands for itself, so that the rows always add up to it", () => {
    const product = {
      ...sum("score", [givenValue("a", 2), givenValue("b", 3)]),
      kind: "product" as const,
      value: 6,
    };
    expect(rowsOf(product)).toEqual([product]);
    expect(sumOf(rowsOf(product))).toBe(6);
    expect(rowsOf(givenValue("score", 4))).toHaveLength(1);
  });
});

describe("toBar", () => {
  test("shares fill the bar whatever the signs", () => {
    const bar = toBar([givenValue("a", 6), givenValue("b", -2), givenValue("c", 2)]);
    const shares = [...bar.negative, ...bar.positive].map(({ share }) => share);
    expect(shares.reduce((total, share) => total + share, 0)).toBeCloseTo(1);
    expect(bar.negative.map(({ name }) => name)).toEqual(["b"]);
  });
  test("nothing, or only zeros, draws nothing", () => {
    expect(toBar([])).toMatchObject({ negative: [], positive: [], restCount: 0 });
    expect(toBar([givenValue("a", 0)]).positive).toEqual([]);
  });
  test("of very many parts the smallest are summed up", () => {
    const bar = toBar(Array.from({ length: 1000 }, (_, index) => givenValue(`r${index}`, index + 1)));
    expect(bar.positive).toHaveLength(24);
    expect(bar.restCount).toBe(976);
    expect(bar.restValue).toBe((976 * 977) / 2);
  });
});

test("a kind of row has one colour, known or not", () => {
  expect(partColor("vector")).toBe("var(--part-vector)");
  expect(partColor("something new")).toBe(partColor("something new"));
});

test("equality allows for the rounding of sums only", () => {
  expect(addsUp(0.1 + 0.2, 0.3)).toBe(true);
  expect(addsUp(13.137, 13.138)).toBe(false);
});
