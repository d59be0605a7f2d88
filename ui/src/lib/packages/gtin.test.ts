import { expect, test } from "vitest";
import { bareGtin, isGtin } from "./gtin";

test.each(["96385074", "036000291452", "7891000315507", "17891000315504"])("%s checks", (digits) => {
  expect(isGtin(digits)).toBe(true);
  expect(isGtin(digits.slice(0, -1) + ((Number(digits.at(-1)) + 1) % 10))).toBe(false);
});

test.each(["", "7", "789100031550", "0000000000000", "7,89E+12", "9638507a"])("%s is none", (text) => {
  expect(isGtin(text)).toBe(false);
});

test("digits are grouped by blanks, hyphens and points", () => {
  expect(bareGtin("789 1000-315.507")).toBe("7891000315507");
});
