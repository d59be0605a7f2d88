/** Draft of an item: every field as typed, comparable by field. */
import { isSameNumber, readPrice, spellPrice } from "../../lib/amount";
import type { Item } from "../../api/types";
import type { Req } from "../../api/command";
import type { Lang } from "../../lib/language";
import {
  currencyProblems,
  newProblem,
  tagProblems,
  textProblems,
  tidyTags,
  type Problem,
} from "../forms/rules";
import {
  fromPackages,
  packageProblems,
  packagesText,
  samePackages,
  toPackages,
  type PackageDraft,
  type PackageWords,
} from "../packages/draft";
import { listTypedEdits, type SuggestionEdit } from "../suggestions/edits";
import {
  attributeProblems,
  fromAttributes,
  sameAttribute,
  toAttributes,
  type AttributeDraft,
} from "./attributes";

export type Draft = {
  name: string;
  category: string;
  manufacturer: string;
  price: string;
  currency: string;
  status: Item["status"];
  tags: string[];
  description: string;
  notes: string;
  externalId: string;
  packages: PackageDraft[];
  attributes: AttributeDraft[];
  /** The name of an attribute that is not added yet: the draft holds it, a save never sends it. */
  attributeName: string;
  /** Suggestions under edit that are not accepted yet: the draft holds them, a save never sends them. */
  suggestionEdits: SuggestionEdit[];
  /** The trace of the suggestion that a field was accepted from: a save sends it with the field. */
  sources: Sources;
};

/** Traces of accepted suggestions by field. */
export type Sources = NonNullable<Req<"updateItem">["sources"]>;

/** Fields other than attributes, in the order of the form. */
export const PLAIN_FIELDS = [
  "name",
  "category",
  "manufacturer",
  "price",
  "currency",
  "status",
  "tags",
  "description",
  "notes",
  "externalId",
  "packages",
] as const;
export type PlainField = (typeof PLAIN_FIELDS)[number];

/** Pseudo field outside the record: the typed name of an attribute that is not added yet. */
export const ATTRIBUTE_NAME = "attributeName";

/** Pseudo field outside the record: suggestions under edit. */
export const SUGGESTION_EDITS = "suggestionEdits";

/** A field's name: one of the plain ones, `attributes.KEY`, `ATTRIBUTE_NAME` or `SUGGESTION_EDITS`. */
export type FieldName = string;

type Fields = Omit<Req<"createItem">, "operationId" | "external_id" | "sources">;

export const EMPTY: Draft = {
  name: "",
  category: "",
  manufacturer: "",
  price: "",
  currency: "BRL",
  // A new item is not on sale yet: publishing is a separate step.
  status: "rascunho",
  tags: [],
  description: "",
  notes: "",
  externalId: "",
  packages: [],
  attributes: [],
  attributeName: "",
  suggestionEdits: [],
  sources: {},
};

export function fromItem(item: Item, language: Lang): Draft {
  return {
    name: item.name,
    category: item.category ?? "",
    manufacturer: item.manufacturer ?? "",
    price: item.price === null ? "" : spellPrice(item.price, language),
    currency: item.currency,
    status: item.status,
    tags: item.tags,
    description: item.description ?? "",
    notes: item.notes ?? "",
    externalId: item.externalId ?? "",
    packages: fromPackages(item.packages ?? [], language),
    attributes: fromAttributes(item.attributes, language),
    attributeName: "",
    suggestionEdits: [],
    sources: {},
  };
}

/** The fields of a save. `base` is the item as stored now: fields that were not edited are sent as stored. */
export function toFields(draft: Draft, base: Item | null, language: Lang): Fields {
  const price = readPrice(draft.price);
  const packages = fromPackages(base?.packages ?? [], language);
  return {
    name: draft.name,
    category: draft.category,
    manufacturer: draft.manufacturer,
    price: "value" in price ? price.value : null,
    currency: draft.currency.trim() === "" ? "BRL" : draft.currency,
    status: draft.status,
    tags: tidyTags(draft.tags),
    description: draft.description,
    notes: draft.notes,
    externalId: draft.externalId,
    ...(!samePackages(packages, draft.packages) && { packages: toPackages(draft.packages) }),
    attributes: toAttributes(draft.attributes, base?.attributes ?? {}, language),
  };
}

/** Problems of a draft; `stored` is the draft that the edits started from. */
export function draftProblems(draft: Draft, stored: Draft = EMPTY): Problem[] {
  return [
    ...textProblems("name", draft.name),
    ...textProblems("category", draft.category),
    ...textProblems("manufacturer", draft.manufacturer),
    ...priceProblems(draft.price),
    ...currencyProblems(draft.currency),
    ...tagProblems(draft.tags),
    ...textProblems("description", draft.description),
    ...textProblems("notes", draft.notes),
    ...textProblems("externalId", draft.externalId),
    ...packageProblems(draft.packages),
    ...attributeProblems(draft.attributes, stored.attributes),
  ];
}

function priceProblems(text: string): Problem[] {
  if (text.trim() === "") return [];
  const read = readPrice(text);
  return "problem" in read
    ? [newProblem("price", read.problem, text, read.readings ?? "0..999999999999.9999")]
    : [];
}

/** The fields in which two drafts differ, in the order of the form. */
export function changedFields(before: Draft, after: Draft): FieldName[] {
  const plain = PLAIN_FIELDS.filter((field) => !samePlain(before, after, field));
  const attributes = changedAttributes(before, after).map((key) => `attributes.${key}`);
  const name = sameName(before, after) ? [] : [ATTRIBUTE_NAME];
  const edits = sameEdits(before, after) ? [] : [SUGGESTION_EDITS];
  return [...plain, ...attributes, ...name, ...edits];
}

/** The names of the attributes in which two drafts differ. */
export function changedAttributes(before: Draft, after: Draft): string[] {
  if (before.attributes === after.attributes) return [];
  const old = byKey(before);
  const now = byKey(after);
  const keys = [...new Set([...old.keys(), ...now.keys()])].filter((key) => key.trim() !== "");
  return keys.filter((key) => old.get(key) !== now.get(key) && !sameAttribute(old.get(key), now.get(key)));
}

export function sameField(a: Draft, b: Draft, field: FieldName): boolean {
  if (field === ATTRIBUTE_NAME) return sameName(a, b);
  if (field === SUGGESTION_EDITS) return sameEdits(a, b);
  return isPlain(field)
    ? samePlain(a, b, field)
    : sameAttribute(attributeOf(a, keyOf(field)), attributeOf(b, keyOf(field)));
}

/** The traces of fields that differ from `stored`: the other fields no longer hold a suggestion. */
export function changedSources(stored: Draft, draft: Draft): Sources {
  const changed = new Set<string>(changedFields(stored, draft));
  return Object.fromEntries(Object.entries(draft.sources).filter(([field]) => changed.has(field)));
}

/** `draft` with one field of `other`, together with that field's trace. */
export function takeField(draft: Draft, other: Draft, field: FieldName): Draft {
  if (field === ATTRIBUTE_NAME || field === SUGGESTION_EDITS) return { ...draft, [field]: other[field] };
  if (isPlain(field)) {
    const sources = Object.entries(draft.sources).filter(([of]) => of !== field);
    const taken = Object.entries(other.sources).filter(([of]) => of === field);
    return { ...draft, [field]: other[field], sources: Object.fromEntries([...sources, ...taken]) };
  }
  const key = keyOf(field);
  const taken = attributeOf(other, key);
  const has = attributeOf(draft, key) !== undefined;
  if (!taken) return { ...draft, attributes: draft.attributes.filter((one) => one.key !== key) };
  return {
    ...draft,
    attributes: has
      ? draft.attributes.map((one) => (one.key === key ? taken : one))
      : [...draft.attributes, taken],
  };
}

/** The values of a list field, empty where it is absent; null where the field is no list. */
export function listOf(draft: Draft, field: FieldName): readonly string[] | null {
  if (isPlain(field)) return field === "tags" ? draft.tags : null;
  if (field === ATTRIBUTE_NAME || field === SUGGESTION_EDITS) return null;
  const attribute = attributeOf(draft, keyOf(field));
  if (!attribute) return [];
  return attribute.kind === "list" ? attribute.values : null;
}

export function putList(draft: Draft, field: FieldName, values: string[]): Draft {
  if (isPlain(field)) return { ...draft, [field]: values };
  const key = keyOf(field);
  return takeField(draft, { ...draft, attributes: [{ key, kind: "list", values }] }, field);
}

/** A field as one line of text, for comparison by a person. */
export function fieldText(draft: Draft, field: FieldName, words: PackageWords): string {
  if (field === "packages") return packagesText(draft.packages, words);
  if (field === "tags") return draft.tags.join("; ");
  if (isPlain(field)) {
    const value = draft[field];
    return typeof value === "string" ? value : "";
  }
  if (field === ATTRIBUTE_NAME) return draft.attributeName;
  if (field === SUGGESTION_EDITS) return draft.suggestionEdits.map(({ text }) => text).join("; ");
  return textOf(attributeOf(draft, keyOf(field)));
}

/** An attribute as one line of text; blank where it is absent. */
export function textOf(attribute: AttributeDraft | undefined): string {
  if (!attribute) return "";
  if (attribute.kind === "boolean") return String(attribute.on);
  return attribute.kind === "list" ? attribute.values.join("; ") : attribute.text;
}

export function isPlain(field: FieldName): field is PlainField {
  return (PLAIN_FIELDS as readonly string[]).includes(field);
}

export function keyOf(field: FieldName): string {
  return field.replace(/^attributes\./, "");
}

export function attributeOf(draft: Draft, key: string): AttributeDraft | undefined {
  return draft.attributes.find((one) => one.key === key);
}

/** Of several attributes of one name the first counts, as in `attributeOf`. */
function byKey(draft: Draft): Map<string, AttributeDraft> {
  return new Map(draft.attributes.toReversed().map((one) => [one.key, one]));
}

function sameName(a: Draft, b: Draft): boolean {
  return a.attributeName.trim() === b.attributeName.trim();
}

/**
 * Whether two drafts have the same edits of suggestions: an open suggestion without edits is nothing to
 * lose.
 */
function sameEdits(a: Draft, b: Draft): boolean {
  if (a.suggestionEdits === b.suggestionEdits) return true;
  return (
    JSON.stringify(listTypedEdits(a.suggestionEdits)) === JSON.stringify(listTypedEdits(b.suggestionEdits))
  );
}

function samePlain(a: Draft, b: Draft, field: PlainField): boolean {
  // Prices are written in the language of the form in which they were typed.
  if (field === "price") return isSameNumber(a.price, b.price);
  if (field === "packages") return samePackages(a.packages, b.packages);
  return JSON.stringify(a[field]) === JSON.stringify(b[field]);
}
