import { describe, expect, test } from "vitest";
import { readNumber, readPrice, spellNumber } from "./amount";

const price = (text: string) => {
  const read = readPrice(text);
  return "value" in read ? read.value : read.problem;
};

describe("a price", () => {
  test.each([
    ["429,90", 429.9],
    ["429.90", 429.9],
    ["1.234,56", 1234.56],
    ["1,234.56", 1234.56],
    ["1.234.567", 1234567],
    ["R$ 1.234,56", 1234.56],
    ["R$ 1.250,00", 1250],
    ["0.125", 0.125],
    ["1250", 1250],
    ["12,", 12],
  ])("%s is read as %d", (text, value) => expect(price(text)).toBe(value));

  test.each([
    ["1.250", "ambiguous"],
    ["12,500", "ambiguous"],
    ["R$ 1.250", "ambiguous"],
    ["R$ 1,250", "ambiguous"],
    ["-1", "out_of_range"],
    ["1000000000000", "out_of_range"],
    ["1,00001", "out_of_range"],
    ["a combinar", "not_a_number"],
    ["1.2.3", "not_a_number"],
    ["NaN", "not_a_number"],
    ["", "not_a_number"],
    [",", "not_a_number"],
  ])("%s is refused: %s", (text, problem) => expect(price(text)).toBe(problem));
});

test("what could be two numbers is told as both, each as it can be written", () => {
  expect(readNumber("R$ 1.250")).toEqual({ problem: "ambiguous", readings: "1250 | 1.25" });
  expect(readNumber("-1,125")).toEqual({ problem: "ambiguous", readings: "-1125 | -1.1250" });
  for (const reading of ["1250", "1.25", "1.1250"]) expect(readNumber(reading)).toHaveProperty("value");
});

test("what is written into a field is read back the same, in both languages", () => {
  for (const value of [0, 1, 0.5, 1.25, 1.125, 12.5, 1250, 1234567.891, -3.25, 1e21, 1e-9])
    for (const language of ["pt-BR", "en"])
      expect(readNumber(spellNumber(value, language)), `${value} ${language}`).toMatchObject({ value });
});
