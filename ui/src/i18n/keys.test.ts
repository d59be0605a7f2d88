// @vitest-environment node
/**
 * The two languages say the same things: the same keys, the same placeholders, the plural forms each
 * language needs, no key that nothing uses, and none used that is missing.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import en from "./en.json";
import i18next from "i18next";
import { fetchTexts, showLanguage } from "./index";
import ptBR from "./pt-BR.json";

type Tree = { [key: string]: string | Tree };

function flatten(tree: Tree, prefix = ""): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === "string") flat.set(prefix + key, value);
    else for (const [inner, text] of flatten(value, `${prefix}${key}.`)) flat.set(inner, text);
  }
  return flat;
}

const languages = { "pt-BR": flatten(ptBR), en: flatten(en) };
const PLURAL = /_(zero|one|two|few|many|other)$/;
const baseKeys = (keys: Iterable<string>) => new Set([...keys].map((key) => key.replace(PLURAL, "")));
const placeholders = (text: string) =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? "").sort();

describe("both languages", () => {
  test("have the same keys", () => {
    expect([...baseKeys(languages.en.keys())].sort()).toEqual(
      [...baseKeys(languages["pt-BR"].keys())].sort(),
    );
  });

  test.each(Object.entries(languages))("%s has a text for every key, without stray blanks", (_, texts) => {
    for (const [key, text] of texts) expect(text.trim(), key).toBe(text);
    for (const [key, text] of texts) expect(text, key).not.toBe("");
  });

  test.each(Object.entries(languages))(
    "%s has exactly the plural forms its grammar has",
    (language, texts) => {
      const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
      const plurals = [...texts.keys()].filter((key) => PLURAL.test(key));
      for (const base of baseKeys(plurals)) {
        const present = plurals
          .filter((key) => key.replace(PLURAL, "") === base)
          .map((key) => PLURAL.exec(key)?.[1]);
        expect(present.toSorted(), base).toEqual(forms);
      }
    },
  );

  test.each(Object.entries(languages))("%s counts nothing in a text without plural forms", (_, texts) => {
    // `3 de 7` counts no thing, nor does a number behind its thing.
    const counted =
      /\{\{(count|shown|found|ranked|all|items|faqs)\}\} (?!de |of |do |from |com |a |over )\p{L}/u;
    const single = [...texts].filter(([key, text]) => !PLURAL.test(key) && counted.test(text));
    expect(single).toEqual([]);
  });

  test("say none as Brazilians and English do", async () => {
    await showLanguage("pt-BR");
    await fetchTexts("catalog");
    expect(i18next.t("import.run", { count: 0, shown: "0" })).toBe("Importar 0 registros");
    expect(i18next.t("import.run", { count: 1, shown: "1" })).toBe("Importar 1 registro");
    expect(i18next.t("import.run", { count: 1_000_000, shown: "1.000.000" })).toBe(
      "Importar 1.000.000 registros",
    );
    expect(i18next.t("impact.found", { count: 0, queries: 5 })).toBe("0 de 5 consultas mudariam");
    await showLanguage("en");
    expect(i18next.t("import.run", { count: 0, shown: "0" })).toBe("Import 0 records");
  });

  test("fill in the same placeholders", () => {
    for (const [key, text] of languages.en) {
      const same = languages["pt-BR"].get(key);
      expect(same && placeholders(same), key).toEqual(placeholders(text));
    }
  });
});

describe("the source", () => {
  const sources = readdirSync(join(import.meta.dirname, ".."), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(join(import.meta.dirname, "..", file), "utf8"));
  const used = sources.flatMap((source) =>
    [
      ...source.matchAll(/\bt\(\s*(?:[\w.]+ \? )?["'`]([^"'`]+)["'`](?:\s*:\s*["'`]([^"'`]+)["'`])?/g),
    ].flatMap(([, a, b]) => [a, b].filter((key) => key !== undefined)),
  );
  // A key may be chosen before it is asked for, whole or up to its last part (`t(`${words}.cancel`)`).
  const literals = new Set(
    sources.flatMap((source) =>
      [...source.matchAll(/["'`]((?:\w+\.)+\w+)["'`]/g)].map(([, text]) => text ?? ""),
    ),
  );
  const endings = used.flatMap((key) => /^\$\{\w+\}(\.[\w.]+)$/.exec(key)?.[1] ?? []);
  const isChosen = (key: string) =>
    literals.has(key) ||
    endings.some((ending) => key.endsWith(ending) && literals.has(key.slice(0, -ending.length)));
  const templates = sources.flatMap((source) =>
    [...source.matchAll(/`((?:\w+\.)+\$\{\w+\})`/g)].map(([, text]) => text ?? ""),
  );
  const patterns = [...used, ...templates].map((key) => new RegExp(`^${pattern(key)}$`));
  const keys = [...baseKeys(languages["pt-BR"].keys())];

  test("uses every key", () => {
    expect(keys.filter((key) => !isChosen(key) && !patterns.some((one) => one.test(key)))).toEqual([]);
  });
  test("uses no key that is missing", () => {
    expect(used.filter((key) => !keys.some((one) => new RegExp(`^${pattern(key)}$`).test(one)))).toEqual([]);
  });
});

/** `source.${x}.name` → `source\.[^.]+\.name` (a filled-in part is one step of the key). */
function pattern(key: string): string {
  return key
    .split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/)
    .map((literal) => literal.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("[^.]+");
}
