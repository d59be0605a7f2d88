/**
 * Attributes while they are edited: each of one kind, as typed. Only what was changed is sent, so that
 * nothing is lost by passing through the form: not even what the page cannot hold, such as a code of
 * twenty digits that is stored as a number.
 */
import { isSameNumber, readNumber, spellNumber } from "../../lib/amount";
import type { Lang } from "../../lib/language";
import { tidyTags, tidyText, newProblem, type Problem } from "../forms/rules";

export const KINDS = ["text", "number", "boolean", "list", "json"] as const;
export type AttributeKind = (typeof KINDS)[number];

export type AttributeDraft = { key: string } & (
  | { kind: "text" | "number" | "json"; text: string }
  | { kind: "boolean"; on: boolean }
  | { kind: "list"; values: string[] }
);

export function fromValue(key: string, value: unknown, language: Lang): AttributeDraft {
  if (value === null || value === undefined) return { key, kind: "text", text: "" };
  if (typeof value === "string") return { key, kind: "text", text: value };
  if (typeof value === "number") return { key, kind: "number", text: spellNumber(value, language) };
  if (typeof value === "boolean") return { key, kind: "boolean", on: value };
  if (Array.isArray(value) && value.every((one) => typeof one === "string"))
    return { key, kind: "list", values: value };
  return { key, kind: "json", text: JSON.stringify(value, null, 2) };
}

export function fromAttributes(attributes: Record<string, unknown>, language: Lang): AttributeDraft[] {
  return Object.entries(attributes).map(([key, value]) => fromValue(key, value, language));
}

/** Converts an attribute's draft to the value to store; `undefined` where there is none. */
export function toValue(attribute: AttributeDraft): unknown {
  switch (attribute.kind) {
    case "boolean":
      return attribute.on;
    case "list":
      return tidyTags(attribute.values).length === 0 ? undefined : tidyTags(attribute.values);
    case "text":
      return tidyText(attribute.text, true) || undefined;
    case "number": {
      const read = readNumber(attribute.text);
      return "value" in read ? read.value : undefined;
    }
    case "json":
      return parseValue(attribute.text);
  }
}

/** `original` is what is stored now; values that were not changed stay as they are there. */
export function toAttributes(
  attributes: readonly AttributeDraft[],
  original: Record<string, unknown>,
  language: Lang,
): Record<string, unknown> {
  const entries = attributes.flatMap((attribute): [string, unknown][] => {
    const { key } = attribute;
    if (key.trim() === "") return [];
    const untouched =
      Object.hasOwn(original, key) && sameAttribute(attribute, fromValue(key, original[key], language));
    const value = untouched ? original[key] : toValue(attribute);
    return value === undefined ? [] : [[key, value]];
  });
  // Not by assignment, to which `__proto__` is no name like others.
  return Object.fromEntries(entries);
}

/** Picks the attributes whose names are in `keys`. */
export function pickAttributes(
  attributes: Record<string, unknown>,
  keys: readonly string[],
): Record<string, unknown> {
  const wanted = new Set(keys);
  return Object.fromEntries(Object.entries(attributes).filter(([key]) => wanted.has(key)));
}

/**
 * Whether the page reads another number than the one that is written: a whole one beyond 2^53, alone
 * or inside a structure.
 */
export function isInexact(value: unknown): boolean {
  if (typeof value === "number") return Number.isInteger(value) && !Number.isSafeInteger(value);
  return typeof value === "object" && value !== null && Object.values(value).some(isInexact);
}

export function sameAttribute(a: AttributeDraft | undefined, b: AttributeDraft | undefined): boolean {
  if (a?.kind === "number" && b?.kind === "number") return isSameNumber(a.text, b.text);
  return JSON.stringify(a && content(a)) === JSON.stringify(b && content(b));
}

/** Carries what was typed over to another kind, as far as it means something there. */
export function changeKind(attribute: AttributeDraft, kind: AttributeKind): AttributeDraft {
  const { key } = attribute;
  const text = plainText(attribute);
  if (kind === "boolean") return { key, kind, on: /^(sim|s|yes|y|true|verdadeiro|1)$/i.test(text.trim()) };
  if (kind === "list") return { key, kind, values: text.trim() === "" ? [] : [text.trim()] };
  if (kind === "json") return { key, kind, text: JSON.stringify(toValue(attribute) ?? "") };
  return { key, kind, text };
}

/** `stored` is what the changes started from: what is as it was there is not sent, and harms nothing. */
export function attributeProblems(
  attributes: readonly AttributeDraft[],
  stored: readonly AttributeDraft[] = [],
): Problem[] {
  const seen = new Set<string>();
  const before = new Map(stored.map((one) => [one.key, one]));
  return attributes.flatMap((attribute) => {
    const { key } = attribute;
    const field = `attributes.${key}`;
    if (key.trim() === "")
      return isBlank(attribute) ? [] : [newProblem(field, "attribute_unnamed", "", "a-z, 0-9, _")];
    if (seen.has(key)) return [newProblem(field, "attribute_twice", key, "")];
    seen.add(key);
    if (sameAttribute(attribute, before.get(key))) return [];
    return valueProblems(field, attribute);
  });
}

export function isBlank(attribute: AttributeDraft): boolean {
  if (attribute.kind === "boolean") return false;
  return attribute.kind === "list" ? attribute.values.length === 0 : attribute.text.trim() === "";
}

function valueProblems(field: string, attribute: AttributeDraft): Problem[] {
  if (attribute.kind === "number" && attribute.text.trim() !== "") {
    const read = readNumber(attribute.text);
    if ("problem" in read)
      return [newProblem(field, read.problem, attribute.text, read.readings ?? "1250 · 1,25")];
  }
  if (attribute.kind === "json" && attribute.text.trim() !== "" && parseValue(attribute.text) === undefined)
    return [newProblem(field, "broken_json", attribute.text, '{"a": 1}')];
  if ((attribute.kind === "number" || attribute.kind === "json") && isInexact(toValue(attribute)))
    return [newProblem(field, "too_many_digits", attribute.text, "")];
  return [];
}

function plainText(attribute: AttributeDraft): string {
  if (attribute.kind === "boolean") return String(attribute.on);
  return attribute.kind === "list" ? attribute.values.join(", ") : attribute.text;
}

function content(attribute: AttributeDraft): unknown {
  if (attribute.kind === "boolean") return attribute.on;
  if (attribute.kind === "list") return attribute.values;
  return [attribute.kind, attribute.text];
}

/** The value of a text that is JSON; `undefined` where it is none. */
export function parseValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
