/** What may import what, asked of the linter's own settings: each layer is shown refusing once, and letting through. */
// @vitest-environment node
import { ESLint, Linter, type Linter as Rules } from "eslint";
import { expect, test } from "vitest";

async function findRefusal(file: string, from: string): Promise<string | undefined> {
  const settings = (await new ESLint().calculateConfigForFile(file)) as Rules.Config;
  const rule = settings.rules?.["no-restricted-imports"] ?? "off";
  const [refusal] = new Linter().verify(`import "${from}";`, [{ rules: { "no-restricted-imports": rule } }]);
  return refusal?.message;
}

test.each([
  ["src/features/search/SearchPage.tsx", "../chat/types", "A feature imports no other feature"],
  ["src/features/search/results/Row.tsx", "../../inspect/panel", "A feature imports no other feature"],
  ["src/features/search/SearchPage.tsx", "../../app/router", "A feature imports no other feature"],
  ["src/shared/record/hit.ts", "../../features/search/types", "What is shared imports no feature"],
  ["src/lib/person.ts", "../shared/record/hit", "What everything stands on imports nothing"],
])("%s may not import %s", async (file, from, words) => {
  expect(await findRefusal(file, from)).toContain(words);
});

test.each([
  ["src/features/search/results/Row.tsx", "../types"],
  ["src/features/search/SearchPage.tsx", "../../shared/record/hit"],
  ["src/app/pages/Search.tsx", "../../features/search/SearchPage"],
])("%s may import %s", async (file, from) => {
  expect(await findRefusal(file, from)).toBeUndefined();
});
