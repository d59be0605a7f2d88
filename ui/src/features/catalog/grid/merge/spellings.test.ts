import { expect, test } from "vitest";
import { groupSpellings, type SimilarValue } from "./spellings";

const similar = (
  value: string,
  records: number,
  near: string,
  nearRecords: number,
  likeness: SimilarValue["likeness"] = "same",
): SimilarValue => ({ field: "category", value, records, near, nearRecords, likeness });

const spellings = (...values: SimilarValue[]) =>
  groupSpellings(values).map((group) => group.spellings.map(({ value }) => value));

test("the commonest spelling stays, and all that resemble it are in its group", () => {
  const found = spellings(
    similar("HERBICIDA", 3, "Herbicidas", 9),
    similar("Herbicida", 1, "Herbicidas", 9),
    similar("adubo", 2, "Adubos", 5),
  );
  expect(found).toEqual([
    ["Herbicidas", "HERBICIDA", "Herbicida"],
    ["Adubos", "adubo"],
  ]);
});

test("of spellings that are as common, capitals come last", () => {
  const found = spellings(
    similar("Cercas", 4, "CERCA", 4),
    similar("cercas", 4, "CERCA", 4),
    similar("Cerca", 1, "CERCA", 4),
  );
  expect(found).toEqual([["Cercas", "cercas", "CERCA", "Cerca"]]);
});

test("a rarer mixed case does not take the place of common capitals", () => {
  expect(spellings(similar("Epi", 1, "EPI", 7))).toEqual([["EPI", "Epi"]]);
});

test("what may be another word never stays by itself, and what it resembles is in one group", () => {
  const found = spellings(
    similar("Insecticidas", 4, "INSETICIDAS", 4, "mistyped"),
    similar("Insecticida", 1, "Insecticidas", 4),
  );
  expect(found).toEqual([["INSETICIDAS", "Insecticidas", "Insecticida"]]);
});
