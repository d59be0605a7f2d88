/**
 * Every number of a profile by its path, as the program names it, with what is allowed and what a
 * slider spans: what sliders move and the editor of a profile lists. What each means stands in the
 * translations under `knob`.
 */
import spans from "../../../../crates/domain/data/knob_spans.json";
import type { Fusion, Kind, Profile } from "../../api/types";

export type KnobText =
  | "evidence"
  | "coverage"
  | "adjacency"
  | "wholeValue"
  | "pair"
  | "vector"
  | "saturation"
  | "fieldWeight"
  | "fieldLength"
  | "inflected"
  | "synonym"
  | "substring"
  | "typo"
  | "anyCulture"
  | "vectorWeight"
  | "lexicalWeight"
  | "pairPriorityBonus"
  | "rrfK"
  | "rrfKeywordWeight"
  | "rrfKeywordWeightFiltered"
  | "vectorThreshold"
  | "lexicalCandidateMultiplier"
  | "lexicalCandidateMax"
  | "vectorCandidateMultiplier"
  | "vectorCandidateMax"
  | "candidates"
  | "vectorChunksPerItem"
  | "vectorSnippetMaxChars";

export type KnobField =
  | "name"
  | "description"
  | "category"
  | "manufacturer"
  | "tags"
  | "attributes"
  | "notes"
  | "strongAttributes"
  | "question"
  | "answer";

export type KnobGroup = "weights" | "bonus" | "threshold" | "fields" | "words" | "pool" | "snippet";

export type Knob = {
  /** Below `items` or `faqs`, such as `relevance.fields.name.weight`. */
  path: string;
  text: KnobText;
  /** The field it is about, where it is about one. */
  field?: KnobField;
  group: KnobGroup;
  /** What the program allows. */
  least: number;
  most: number;
  /** What a slider reaches; exact values beyond are typed. */
  span: readonly [number, number];
  step: number;
};

export const GROUPS: readonly KnobGroup[] = [
  "weights",
  "bonus",
  "threshold",
  "fields",
  "words",
  "pool",
  "snippet",
];

const MOST = 10_000;
const FIELDS: Record<Kind, readonly KnobField[]> = {
  items: [
    "name",
    "description",
    "category",
    "manufacturer",
    "tags",
    "attributes",
    "notes",
    "strongAttributes",
  ],
  faqs: ["question", "answer"],
};

/** What a slider reaches: the table that the program keeps to where it proposes a weight. */
function spanOf(path: string): readonly [number, number] {
  const generic = path.replace(/^(relevance\.fields\.)\w+/, "$1*");
  const [least, most] = (spans as Record<string, number[]>)[generic] ?? [];
  return [least ?? 0, most ?? 1];
}

const weight = (path: string, text: KnobText, group: KnobGroup = "weights"): Knob => ({
  path,
  text,
  group,
  least: 0,
  most: MOST,
  span: spanOf(path),
  step: 0.05,
});
const share = (text: KnobText): Knob => ({
  ...weight(`relevance.${text}`, text, "words"),
  most: 1,
  step: 0.01,
});
const count = (
  path: string,
  text: KnobText,
  least: number,
  most: number,
  group: KnobGroup = "pool",
): Knob => ({
  path,
  text,
  group,
  least,
  most,
  span: [least, most],
  step: 1,
});

function ofField(field: KnobField): Knob[] {
  const path = `relevance.fields.${field}`;
  return [
    { ...weight(`${path}.weight`, "fieldWeight", "fields"), field },
    { ...weight(`${path}.length`, "fieldLength", "fields"), field, most: 1, step: 0.01 },
  ];
}

const THRESHOLD: Knob = {
  ...weight("vectorThreshold", "vectorThreshold", "threshold"),
  least: -1,
  most: 1,
  step: 0.005,
};
const LEXICAL_POOL = [
  count("lexicalCandidateMultiplier", "lexicalCandidateMultiplier", 1, 100),
  count("lexicalCandidateMax", "lexicalCandidateMax", 1, 2_000),
];
const VECTOR_MULTIPLIER = count("vectorCandidateMultiplier", "vectorCandidateMultiplier", 1, 100);
const VECTOR_MAX = count("vectorCandidateMax", "vectorCandidateMax", 1, 1_000);
const SNIPPET = [
  count("vectorChunksPerItem", "vectorChunksPerItem", 1, 10, "snippet"),
  count("vectorSnippetMaxChars", "vectorSnippetMaxChars", 20, 10_000, "snippet"),
];

/** Pairs of culture and treatment are the catalog's: a FAQ is given nothing for them. */
function pairOf(kind: Kind, path: string, text: KnobText): Knob[] {
  return kind === "items" ? [weight(path, text, "bonus")] : [];
}

/** Lists the knobs of a profile that take part in the order of `fusion`. */
export function knobsOf(fusion: Fusion, kind: Kind): Knob[] {
  switch (fusion) {
    case "relevance":
      return [
        weight("relevance.evidence", "evidence"),
        weight("relevance.coverage", "coverage"),
        weight("relevance.adjacency", "adjacency"),
        weight("relevance.wholeValue", "wholeValue"),
        weight("relevance.vector", "vector"),
        ...pairOf(kind, "relevance.pair", "pair"),
        THRESHOLD,
        ...FIELDS[kind].flatMap(ofField),
        { ...weight("relevance.saturation", "saturation", "words"), least: 0.001 },
        share("inflected"),
        share("synonym"),
        share("substring"),
        share("typo"),
        share("anyCulture"),
        count("relevance.candidates", "candidates", 1, 2_000),
        VECTOR_MAX,
      ];
    case "enhanced":
      return [
        weight("vectorWeight", "vectorWeight"),
        weight("lexicalWeight", "lexicalWeight"),
        ...pairOf(kind, "pairPriorityBonus", "pairPriorityBonus"),
        THRESHOLD,
        ...LEXICAL_POOL,
        VECTOR_MULTIPLIER,
        VECTOR_MAX,
      ];
    case "rrf":
      return [
        weight("rrfKeywordWeight", "rrfKeywordWeight"),
        weight("rrfKeywordWeightFiltered", "rrfKeywordWeightFiltered"),
        { ...weight("rrfK", "rrfK"), least: 0.001, step: 1 },
        THRESHOLD,
        VECTOR_MULTIPLIER,
        VECTOR_MAX,
      ];
    case "simple":
      return [THRESHOLD, VECTOR_MULTIPLIER, VECTOR_MAX];
  }
}

/** Lists every knob of a profile, whatever its fusion: each once, in the order of the groups. */
export function allKnobs(kind: Kind): Knob[] {
  const all = (["relevance", "enhanced", "rrf", "simple"] as const).flatMap((fusion) =>
    knobsOf(fusion, kind),
  );
  const distinct = [...new Map([...all, ...SNIPPET].map((knob) => [knob.path, knob])).values()];
  return GROUPS.flatMap((group) => distinct.filter((knob) => knob.group === group));
}

/** The knob behind a path of the program's own, with or without `items.` or `faqs.` before it. */
export function knobAt(path: string, kind: Kind): Knob | undefined {
  const bare = path.replace(/^(items|faqs)\./, "");
  // What counts in the catalog alone stands in the other half of a profile too, and says nothing there.
  return [...allKnobs(kind), ...allKnobs("items")].find((knob) => knob.path === bare);
}

type Json = { [key: string]: unknown };

/** The value at `path` of the part of the profile that searches `kind`; null where it is left open. */
export function valueAt(profile: Profile, kind: Kind, path: string): number | null {
  let at: unknown = profile[kind];
  for (const part of path.split(".")) {
    at = Array.isArray(at) ? entryOf(at, part) : (at as Json | null | undefined)?.[part];
  }
  return typeof at === "number" ? at : null;
}

/** The profile with another value there. */
export function withValue(profile: Profile, kind: Kind, path: string, value: number | null): Profile {
  return { ...profile, [kind]: setAtPath(profile[kind] ?? {}, path.split("."), value) };
}

function setAtPath(at: unknown, [part, ...rest]: string[], value: number | null): unknown {
  if (part === undefined) return value;
  if (Array.isArray(at)) {
    // A field that is not listed counts nothing, and may be made to.
    const list: unknown[] = entryOf(at, part)
      ? at
      : [...(at as unknown[]), { field: part, weight: 0, length: 0 }];
    return list.map((entry) => ((entry as Json).field === part ? setAtPath(entry, rest, value) : entry));
  }
  const object = (at ?? {}) as Json;
  return { ...object, [part]: setAtPath(object[part], rest, value) };
}

function entryOf(list: unknown[], field: string): unknown {
  return list.find((entry) => (entry as Json).field === field);
}
