import { expect, test } from "vitest";
import { bareGtin, findGtinProblem } from "./gtin";

test.each(["96385074", "036000291452", "7891000315507", "17891000315504"])("%s checks", (digits) => {
  expect(findGtinProblem(digits)).toBeNull();
  expect(findGtinProblem(digits.slice(0, -1) + ((Number(digits.at(-1)) + 1) % 10))).toBe("wrong_gtin");
});

test.each([
  ["7,89E+12", "gtin_characters"],
  ["9638507a", "gtin_characters"],
  ["", "gtin_length"],
  ["7", "gtin_length"],
  ["789100031550", "wrong_gtin"],
  ["78910003155", "gtin_length"],
  ["0000000000000", "wrong_gtin"],
] as const)("of %s it is told what is wrong: %s", (text, problem) => {
  expect(findGtinProblem(text)).toBe(problem);
});

test("digits are grouped by blanks, hyphens and points", () => {
  expect(bareGtin("789 1000-315.507")).toBe("7891000315507");
});
