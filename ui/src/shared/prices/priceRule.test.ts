// @vitest-environment node
import { expect, test } from "vitest";
import { readPriceRule } from "./priceRule";

test("an ending without a factor is a rule that keeps prices else", () => {
  expect(readPriceRule("", 90)).toEqual({ factor: 1, cents: 90 });
  expect(readPriceRule(1.35, "")).toEqual({ factor: 1.35, cents: null });
  expect(readPriceRule("", "")).toBeNull();
});
