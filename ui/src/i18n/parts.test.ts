// @vitest-environment node
/** What a page shows has come with it: its texts are of the first part, or of one that it asks for. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { partOf, pickPart, TEXT_PARTS, type TextPart, type Texts } from "./parts";
import ptBR from "./pt-BR.json";

const SOURCES = join(import.meta.dirname, "..");
const PLURAL = /_(zero|one|two|few|many|other)$/;

function keysOf(texts: Texts, above = ""): string[] {
  return Object.entries(texts).flatMap(([name, text]) =>
    typeof text === "string" ? [above + name] : keysOf(text, `${above}${name}.`),
  );
}
const KEYS = [...new Set(keysOf(ptBR).map((key) => key.replace(PLURAL, "")))];

/** The file that `wanted` names in `file`, if it is one of ours. */
function resolve(file: string, wanted: string): string | null {
  if (!wanted.startsWith(".")) return null;
  const base = join(dirname(file), wanted);
  const found = [`${base}.ts`, `${base}.tsx`, join(base, "index.ts")].find((one) => existsSync(one));
  return found ?? null;
}

/** The files that are fetched with `root`: what they import for types alone is not. */
function closure(root: string): Set<string> {
  const known = new Set<string>();
  const open = [root];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (known.has(file)) continue;
    known.add(file);
    const imports = readFileSync(file, "utf8").matchAll(
      /^(?:import|export) (?!type )(?:[^"';]*? from )?"(\.[^"]+)"/gm,
    );
    for (const [, wanted = ""] of imports) {
      const found = resolve(file, wanted);
      if (found !== null) open.push(found);
    }
  }
  return known;
}

/** Keys that a file may show: named whole, or with a step filled in. */
function shownIn(file: string): string[] {
  // Comments of the bindings name columns, some of which are called like a text.
  if (file === join(SOURCES, "bindings.ts")) return [];
  const source = readFileSync(file, "utf8");
  const named = [...source.matchAll(/["'`](\w+(?:\.(?:\w|\$\{[^}]*\})+)+)["'`]/g)];
  return named.flatMap(([, text = ""]) => {
    const pattern = new RegExp(
      `^${text
        .split(/\$\{[^}]*\}/)
        .join("[^.]+")
        .replaceAll(".", "\\.")
        .replaceAll("[^\\.]", "[^.]")}$`,
    );
    return KEYS.filter((key) => pattern.test(key));
  });
}

/** What is fetched by itself: the first screen, and every page with the parts that it asks for. */
const ROOTS: { root: string; parts: TextPart[] }[] = [
  { root: join(SOURCES, "main.tsx"), parts: [] },
  ...readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
    .map((file) => join(SOURCES, file))
    .filter((file) => statSync(file).isFile())
    .flatMap((file) =>
      [
        ...readFileSync(file, "utf8").matchAll(
          /lazyPage\(\s*async \(\) => \(await import\("([^"]+)"\)\)\.\w+,?([^)]*)\)/g,
        ),
      ].map(([, wanted = "", parts = ""]) => ({
        root: resolve(file, wanted) ?? wanted,
        parts: [...parts.matchAll(/"(\w+)"/g)].map(([, part]) => part as TextPart),
      })),
    ),
];

describe("texts by parts", () => {
  test("the pages are found", () => {
    expect(ROOTS.length).toBeGreaterThan(20);
    expect(ROOTS.filter(({ parts }) => parts.length > 0).length).toBeGreaterThan(10);
  });

  test.each(ROOTS.map(({ root, parts }) => [relative(SOURCES, root), parts, root] as const))(
    "%s shows none that it has not asked for (%j)",
    (_, parts, root) => {
      const allowed = new Set<TextPart>(["first", ...parts]);
      const missing = [...closure(root)].flatMap((file) =>
        shownIn(file)
          .filter((key) => !allowed.has(partOf(key)))
          .map((key) => `${relative(SOURCES, file)}: ${key} (${partOf(key)})`),
      );
      expect([...new Set(missing)]).toEqual([]);
    },
  );

  test("every text is of one part", () => {
    const all = TEXT_PARTS.flatMap((part) => keysOf(pickPart(ptBR, part)));
    expect(all.toSorted()).toEqual(keysOf(ptBR).toSorted());
  });
});
