// @vitest-environment node
import { describe, expect, test } from "vitest";
import { item } from "../../../test/records";
import { cellProblem } from "../grid/cells/cells";
import { changeKind, fromValue, type AttributeDraft } from "../../../shared/changes/attributes";
import {
  changedAttributes,
  changedFields,
  draftProblems,
  EMPTY,
  fromItem,
  toFields,
} from "../../../shared/changes/draft";
import { stateAt, withPastValue, type Revision } from "../../../shared/changes/history";
import { joinWays, splitWays } from "../shared/conflict/threeWays";
import { ITEM_FIELDS } from "./conflict/itemFields";
import { nearNames } from "./hints/nearNames";

const stored = item("a", {
  price: 1.125,
  attributes: {
    dose: 12.5,
    culturas: ["soja"],
    receita: true,
    partes: [{ nome: "x" }],
    vazio: null,
    texto: " a ",
  },
});
const draft = fromItem(stored, "pt-BR");

test("what was not touched is stored back as it came, down to nulls, blanks and structures", () => {
  expect(toFields(draft, stored, "pt-BR")).toMatchObject({
    price: 1.125,
    attributes: stored.attributes,
    tags: stored.tags,
  });
  expect(changedFields(draft, fromItem(stored, "pt-BR"))).toEqual([]);
});

describe("what cannot be stored is said at its field", () => {
  const fieldsOf = (part: object) =>
    draftProblems({ ...draft, ...part }).map(({ field, code }) => `${field} ${code}`);
  test.each([
    [{ name: "\u200b " }, ["name required"]],
    [{ name: "x".repeat(501) }, ["name too_long"]],
    [{ price: "1.250" }, ["price ambiguous"]],
    [{ price: "-1" }, ["price out_of_range"]],
    [{ currency: "reais" }, ["currency invalid_currency"]],
    [{ tags: ["y".repeat(121)] }, ["tags too_long"]],
    [{ attributes: [{ key: "dose", kind: "number", text: "muito" }] }, ["attributes.dose not_a_number"]],
    [{ attributes: [{ key: "p", kind: "json", text: "{" }] }, ["attributes.p broken_json"]],
    [
      { attributes: [fromValue("a", "1", "en"), fromValue("a", "2", "en")] },
      ["attributes.a attribute_twice"],
    ],
  ])("%o", (part, expected) => expect(fieldsOf(part)).toEqual(expected));
  test("an untouched record has no fault", () => expect(fieldsOf({})).toEqual([]));
});

describe("a whole number beyond 2^53, of which the page reads another", () => {
  const attributes = JSON.parse('{"big":12345678901234567890,"__proto__":"p","deep":[9007199254740993]}') as {
    [key: string]: unknown;
  };
  const of = item("big", { attributes });
  const before = fromItem(of, "pt-BR");
  const typeAttribute = (key: string, text: string) => ({
    ...before,
    attributes: before.attributes.map((one) => (one.key === key ? { ...one, text } : one) as AttributeDraft),
  });
  test("is no fault and no change while it is left alone, and odd names stay", () => {
    expect(draftProblems(before, before)).toEqual([]);
    expect(Object.keys(toFields(before, of, "pt-BR").attributes ?? {})).toEqual(["big", "__proto__", "deep"]);
    expect(changedAttributes(before, typeAttribute("__proto__", "q"))).toEqual(["__proto__"]);
  });
  test.each([
    ["big", "12345678901234567891"],
    ["deep", "[9007199254740995]"],
  ])("is refused where it is typed: %s", (key, text) => {
    expect(draftProblems(typeAttribute(key, text), before).map(({ field, code }) => [field, code])).toEqual([
      [`attributes.${key}`, "too_many_digits"],
    ]);
  });
  test("is refused in a cell", () => {
    expect(cellProblem("attributes.big", "12345678901234567891", attributes["big"])?.code).toBe(
      "too_many_digits",
    );
    expect(cellProblem("attributes.big", "9007199254740991", attributes["big"])).toBeNull();
  });
});

test("a form that was begun in another language changes nothing but what is typed", () => {
  const english = fromItem(stored, "en");
  expect(draft.price).not.toBe(english.price);
  expect(changedFields(english, draft)).toEqual([]);
  expect(changedFields(english, { ...draft, notes: "x" })).toEqual(["notes"]);
  // Another person's price is no clash with one that was not touched.
  const theirs = fromItem({ ...stored, price: 999.5 }, "en");
  expect(splitWays(ITEM_FIELDS, english, theirs, { ...draft, notes: "x" })).toMatchObject({
    conflicts: [],
    theirs: ["price"],
    mine: ["notes"],
  });
  expect(changedFields(english, { ...draft, price: "1,126" })).toEqual(["price"]);
  expect(changedFields({ ...draft, price: "1.250" }, { ...draft, price: "1,250" })).toEqual(["price"]);
});

test("whole numbers that the page cannot tell apart are told apart by their digits", () => {
  const code = (text: string) => ({ ...draft, attributes: [{ key: "c", kind: "number" as const, text }] });
  expect(changedFields(code("90071992547409931"), code("90071992547409932"))).toEqual(["attributes.c"]);
});

test("an attribute changes its kind and keeps what it can", () => {
  const text = fromValue("a", "12,5", "pt-BR");
  expect(changeKind(text, "number")).toMatchObject({ kind: "number", text: "12,5" });
  expect(changeKind(text, "list")).toMatchObject({ values: ["12,5"] });
  expect(changeKind(fromValue("a", "sim", "pt-BR"), "boolean")).toMatchObject({ on: true });
});

describe("two people change one record", () => {
  const theirs = { ...draft, name: "Deles", tags: ["deles"] };
  const mine = { ...draft, name: "Meu", price: "9,00" };
  const ways = splitWays(ITEM_FIELDS, draft, theirs, mine);
  test("only what both changed is a question", () => {
    expect(ways).toMatchObject({ conflicts: ["name"], theirs: ["tags"], mine: ["price"] });
  });
  test("the rest of both is kept, and the choice decides", () => {
    expect(joinWays(ITEM_FIELDS, ways, theirs, mine, new Map([["name", "mine"]]))).toMatchObject({
      name: "Meu",
      price: "9,00",
      tags: ["deles"],
    });
    expect(joinWays(ITEM_FIELDS, ways, theirs, mine, new Map([["name", "theirs"]])).name).toBe("Deles");
  });
  test("a list of values can be had from both, also that of an attribute that neither had before", () => {
    const withList = (values: string[]) => ({
      ...draft,
      attributes: [...draft.attributes, { key: "alvos", kind: "list" as const, values }],
    });
    const both = splitWays(ITEM_FIELDS, draft, withList(["lagarta"]), withList(["ferrugem"]));
    expect([...both.unions.keys()]).toEqual(["attributes.alvos"]);
    const joined = joinWays(
      ITEM_FIELDS,
      both,
      withList(["lagarta"]),
      withList(["ferrugem"]),
      new Map([["attributes.alvos", "both"]]),
    );
    expect(joined.attributes.at(-1)).toMatchObject({ kind: "list", values: ["lagarta", "ferrugem"] });
  });
  describe("amounts and their currency are chosen together", () => {
    const withPrice = (price: string) => [
      { label: "5 L", code: "", ean: "", price, status: "ativo" as const },
    ];
    const before = { ...draft, packages: withPrice("298,00") };
    const split = (other: Partial<typeof draft>, own: Partial<typeof draft>) => {
      const { conflicts, theirs, mine } = splitWays(
        ITEM_FIELDS,
        before,
        { ...before, ...other },
        { ...before, ...own },
      );
      return { conflicts, theirs, mine };
    };
    test("packages of mine are none in a currency of theirs", () => {
      expect(split({ currency: "USD" }, { packages: withPrice("310,00") })).toEqual({
        conflicts: ["currency", "packages"],
        theirs: [],
        mine: [],
      });
      expect(split({ packages: withPrice("60,00"), currency: "USD" }, { currency: "EUR" }).conflicts).toEqual(
        ["currency", "packages"],
      );
    });
    test("nor is a price of theirs in a currency that may be left for the packages", () => {
      expect(split({ price: "60,00", currency: "USD" }, { packages: withPrice("310,00") })).toEqual({
        conflicts: ["price", "currency", "packages"],
        theirs: [],
        mine: [],
      });
    });
    test("where the currency stays, price and packages are no question to each other", () => {
      expect(split({ price: "60,00" }, { packages: withPrice("310,00") })).toEqual({
        conflicts: [],
        theirs: ["price"],
        mine: ["packages"],
      });
      const both = split({ packages: withPrice("300,00") }, { packages: withPrice("310,00"), price: "9,00" });
      expect(both).toEqual({ conflicts: ["packages"], theirs: [], mine: ["price"] });
    });
  });
  test("the same change twice is no conflict", () => {
    expect(splitWays(ITEM_FIELDS, draft, theirs, { ...draft, name: "Deles" }).conflicts).toEqual([]);
  });
});

describe("the history", () => {
  const revision = (version: number, changes: Revision["changes"]): Revision => ({
    version,
    actor: "ana",
    source: "person",
    confirmedBy: null,
    operationId: null,
    operation: null,
    at: "2026-11-20T10:00:00Z",
    changes,
  });
  const revisions = [
    revision(3, [{ field: "attributes.dose", from: 10, to: 12.5 }]),
    revision(2, [
      { field: "name", from: "Antigo", to: stored.name },
      { field: "attributes.novo", from: null, to: 1 },
    ]),
  ];
  test("leads back to any version", () => {
    const first = stateAt({ ...stored, attributes: { ...stored.attributes, novo: 1 } }, revisions, 1);
    expect(first).toMatchObject({ name: "Antigo", attributes: { dose: 10 } });
    expect(first.attributes).not.toHaveProperty("novo");
  });
  test("gives one field back into the form and leaves the others", () => {
    const back = withPastValue({ ...draft, name: "Digitado" }, stored, "attributes.dose", 10, "pt-BR");
    expect(back.name).toBe("Digitado");
    expect(changedFields(draft, back)).toEqual(["name", "attributes.dose"]);
  });
});

test("a name that is there already is found, whatever its accents, and one with a slip too", () => {
  const others = [
    item("1", { name: "Uréia Agrícola 45%", manufacturer: "Fértil" }),
    item("2", { name: "Ureia Agricola 46%", manufacturer: "Outra" }),
    item("3", { name: "Glifosato 480" }),
  ];
  const near = nearNames({ name: "ureia agricola 45", manufacturer: "fertil" }, others);
  expect(near.map(({ item: { id }, same }) => [id, same])).toEqual([
    ["1", "both"],
    ["2", "near"],
  ]);
  expect(draftProblems(EMPTY)).toHaveLength(1);
});

test("a field that is merged keeps the suggestion it came from, and one that is not taken loses it", () => {
  const mine = {
    ...draft,
    category: "Adubos",
    description: "Da sugestão",
    sources: { category: "t1", description: "t2" },
  };
  const theirs = { ...draft, category: "Foliares" };
  const ways = splitWays(ITEM_FIELDS, draft, theirs, mine);
  const sourcesWith = (side: "mine" | "theirs") =>
    joinWays(ITEM_FIELDS, ways, theirs, mine, new Map([["category", side]])).sources;
  expect(sourcesWith("mine")).toEqual({ category: "t1", description: "t2" });
  expect(sourcesWith("theirs")).toEqual({ description: "t2" });
});

test("a price and its currency are decided together where two people changed one of them each", () => {
  const theirs = { ...draft, currency: "USD" };
  const mine = { ...draft, price: "9,00" };
  const ways = splitWays(ITEM_FIELDS, draft, theirs, mine);
  expect(ways).toMatchObject({ conflicts: ["price", "currency"], theirs: [], mine: [] });
  const choices = new Map([
    ["price", "mine" as const],
    ["currency", "mine" as const],
  ]);
  expect(joinWays(ITEM_FIELDS, ways, theirs, mine, choices)).toMatchObject({
    price: "9,00",
    currency: "BRL",
  });
  expect(splitWays(ITEM_FIELDS, draft, { ...theirs, currency: draft.currency }, mine).conflicts).toEqual([]);
});
