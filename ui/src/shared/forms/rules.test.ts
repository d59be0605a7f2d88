// @vitest-environment node
import { describe, expect, test } from "vitest";
import { currencyProblems, newProblem, tagProblems, textProblems, tidyTags, tidyText } from "./rules";

describe("a text as it will be stored", () => {
  test.each([
    ["  Ureia \t 45% ", "Ureia 45%"],
    ["a\u200bb\u202ec", "abc"],
    ["linha 1\r\nlinha 2", "linha 1 linha 2"],
    ["\u00a0x\u00a0", "x"],
  ])("%j has one line", (typed, stored) => expect(tidyText(typed)).toBe(stored));

  test.each([
    ["um\r\n\r\n  dois  \t x ", "um\n\ndois x"],
    ["a\rb", "a\nb"],
  ])("%j keeps its lines where it may have several", (typed, stored) =>
    expect(tidyText(typed, true)).toBe(stored),
  );
});

describe("a text that cannot be stored", () => {
  test("has more characters than its field, however many units each takes", () => {
    expect(textProblems("name", "🌱".repeat(500))).toEqual([]);
    expect(textProblems("name", "🌱".repeat(501))).toMatchObject([{ code: "too_long", allowed: "1..500" }]);
    expect(textProblems("externalId", "x".repeat(201))).toMatchObject([{ allowed: "1..200" }]);
  });
  test("is a name of nothing that is seen; other fields may be blank", () => {
    expect(textProblems("name", " \u200b ")).toMatchObject([{ field: "name", code: "required" }]);
    expect(textProblems("category", " ")).toEqual([]);
  });
  test("is shown by its beginning, without half a character", () => {
    expect(newProblem("name", "too_long", "🌱".repeat(500), "").value).toBe("🌱".repeat(120));
  });
});

test.each([
  ["", true],
  [" brl ", true],
  ["R$", false],
  ["BRLX", false],
  ["ВRL", false],
])("a currency is three letters of its code: %j", (typed, isOne) => {
  expect(currencyProblems(typed)).toHaveLength(isOne ? 0 : 1);
});

test("tags that differ in case or accents alone are one, spelled as the first; blank ones are none", () => {
  expect(tidyTags([" Açúcar", "acucar", "", "\u200b", "soja  verde", "AÇUCAR"])).toEqual([
    "Açúcar",
    "soja verde",
  ]);
});

test("a tag too long is named, and so is how many there are of too many", () => {
  const long = "x".repeat(121);
  expect(tagProblems(["a", long])).toMatchObject([{ value: "x".repeat(120), allowed: "1..120" }]);
  expect(tagProblems(Array.from({ length: 501 }, (_, at) => `t${at}`))).toMatchObject([
    { field: "tags", value: "501", allowed: "0..500" },
  ]);
  expect(tagProblems(["a", "x".repeat(120)])).toEqual([]);
});
