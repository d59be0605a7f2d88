// @vitest-environment node
/** Rules of the same weight are settled by their order: what a component is built of comes before the component. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";

const MANTINE = join(import.meta.dirname, "../../../node_modules/@mantine/core");
const ESM = join(MANTINE, "esm");
const sheets = [
  ...readFileSync(join(import.meta.dirname, "mantineStyles.ts"), "utf8").matchAll(/styles\/(\w+)\.css/g),
]
  .map(([, name = ""]) => name)
  .filter((name) => name !== "baseline" && name !== "global");
const modules = new Map(
  readdirSync(ESM, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".module.mjs"))
    .map((path) => [basename(path, ".module.mjs"), join(ESM, path)]),
);

/** Style sheets of what the component `name` is built of, its own among them. */
function sheetsBelow(name: string): Set<string> {
  const classes = modules.get(name) ?? "";
  const open = [classes.replace(/\.module\.mjs$/, ".mjs")];
  const known = new Set<string>();
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (known.has(file) || !existsSync(file)) continue;
    known.add(file);
    for (const [, path = ""] of readFileSync(file, "utf8").matchAll(/from "(\.[^"]+\.mjs)"/g))
      open.push(join(dirname(file), path));
  }
  const names = [...known]
    .filter((file) => file.endsWith(".module.mjs"))
    .map((file) => basename(file, ".module.mjs"));
  return new Set(names.filter((one) => existsSync(join(MANTINE, "styles", `${one}.css`))));
}

test("each of these components is one that Mantine has", () => {
  expect(sheets.filter((name) => !modules.has(name))).toEqual([]);
  expect(sheetsBelow("Menu")).toContain("Popover");
});

test("what a component of the first style sheet is built of stands there before it", () => {
  const late = sheets.flatMap((name, at) => {
    const before = new Set(sheets.slice(0, at + 1));
    return [...sheetsBelow(name)].filter((one) => !before.has(one)).map((one) => `${one} before ${name}`);
  });
  expect(late).toEqual([]);
});
