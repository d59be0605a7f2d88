// @vitest-environment node
/** A text that speaks of one thing has no word for several, nor has one that is read behind a count. */
import { expect, test } from "vitest";
import en from "./en.json";
import type { Texts } from "./parts";
import ptBR from "./pt-BR.json";

const languages: [string, Texts, RegExp][] = [
  ["en", en, /\b(they|them|these|those|their)\b/i],
  ["pt-BR", ptBR, /\b([nd]?[ae]l[ea]s|[nd]?ess[ea]s|[nd]?est[ea]s|[ao]s que)\b|-[nl]?[ao]s\b/i],
];
const PLURAL = /_(one|many|other)$/;
/** Folders and texts that are read below a count, and have no forms of their own. */
const BESIDE_COUNTS = [
  "grid.leave.",
  "grid.unsaved.",
  "grid.others.",
  "import.leaving.",
  "import.lookalikesText",
  "itemForm.sheet.",
  "noStock.hiddenText",
];
/** Its plural is of conversations, the count of days. */
const OF_OTHER_THINGS = "settings.privacy.kept.days_one";

function flatten(texts: Texts, above = ""): [string, string][] {
  return Object.entries(texts).flatMap(([name, text]): [string, string][] =>
    typeof text === "string" ? [[above + name, text]] : flatten(text, `${above}${name}.`),
  );
}

test.each(languages)("%s has no word for several where one is counted", (_, texts, several) => {
  const ones = flatten(texts).filter(([key]) => key.endsWith("_one") && key !== OF_OTHER_THINGS);
  expect(ones.length).toBeGreaterThan(100);
  expect(ones.filter(([, text]) => several.test(text))).toEqual([]);
});

test.each(languages)("%s has none behind a count that may be one", (_, texts, several) => {
  const all = flatten(texts);
  for (const beside of BESIDE_COUNTS)
    expect(
      all.some(([key]) => key.startsWith(beside)),
      beside,
    ).toBe(true);
  const behind = all.filter(
    ([key]) => !PLURAL.test(key) && BESIDE_COUNTS.some((beside) => key.startsWith(beside)),
  );
  expect(behind.filter(([, text]) => several.test(text))).toEqual([]);
});
