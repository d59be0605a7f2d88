// @vitest-environment node
/** Full stops by one rule: what says something ends with one, what names something has none. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import en from "./en.json";
import type { Texts } from "./parts";
import ptBR from "./pt-BR.json";

const SOURCES = join(import.meta.dirname, "..");
const PLURAL = /_(zero|one|two|few|many|other)$/;
/** At the end of a sentence; behind a value that is filled in, the value has its own. */
const SENTENCE_END = /[.!?…]["”)]?$|\}\}$/;

const sources = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes(".test."))
  .map((file) => readFileSync(join(SOURCES, file), "utf8"));

function flatten(texts: Texts, above = ""): [string, string][] {
  return Object.entries(texts).flatMap(([name, text]): [string, string][] =>
    typeof text === "string" ? [[above + name, text]] : flatten(text, `${above}${name}.`),
  );
}

/** The keys at the first group of `pattern`, which is searched in every source. */
function keysAt(pattern: RegExp): Set<string> {
  return new Set(sources.flatMap((source) => [...source.matchAll(pattern)].map(([, key = ""]) => key)));
}

/** Texts of these keys, in both languages and all forms of a plural. */
function textsOf(keys: ReadonlySet<string>): string[] {
  return [...flatten(ptBR), ...flatten(en)]
    .filter(([key]) => keys.has(key) || keys.has(key.replace(PLURAL, "")))
    .map(([key, text]) => `${key}: ${text}`);
}

test("what a toast or a notice says ends as a sentence does", () => {
  const said = new Set([
    ...keysAt(/showToast\(\{[^;]*?text: t\(\s*"([^"]+)"/g),
    ...keysAt(/showToast\(\{[^;]*?text: [^;]*?\? t\(\s*"([^"]+)"/g),
    ...keysAt(/showToast\(\{[^;]*?text: [^;]*?: t\(\s*"([^"]+)"/g),
    ...keysAt(/showUndoable\(\s*t\(\s*"([^"]+)"/g),
    ...keysAt(/<Notice\b[^<]*?(?:<[A-Z]\w+[^>]*\/>\}[^>]*)?>\s*\{t\(\s*"([^"]+)"[^{}]*\)\}\s*<\/Notice/g),
    ...keysAt(/\bdescription=\{t\(\s*"([^"]+)"/g),
  ]);
  expect(said.size).toBeGreaterThan(25);
  expect(textsOf(said).filter((text) => !SENTENCE_END.test(text))).toEqual([]);
});

test("a button, a heading, the title of a dialog or of an error has no full stop", () => {
  const named = new Set([
    ...keysAt(/<(?:ErrorNotice|QueryError|Dialog|Modal|SidePanel)\b[^>]*?\btitle=\{t\(\s*"([^"]+)"/g),
    ...keysAt(/<(?:Button|h[1-6]|Title|th)\b(?:[^<>]|=>)*>\s*\{t\(\s*"([^"]+)"[^{}]*\)\}\s*<\//g),
    ...keysAt(/<(?:TextInput|NativeSelect|Checkbox|Textarea)\b[^<]*?\blabel=\{t\(\s*"([^"]+)"/g),
  ]);
  expect(named.size).toBeGreaterThan(100);
  expect(textsOf(named).filter((text) => /[^.]\.$/.test(text))).toEqual([]);
});
