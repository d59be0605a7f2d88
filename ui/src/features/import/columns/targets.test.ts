import { expect, test } from "vitest";
import {
  isCalled,
  likelyNames,
  missingTargets,
  targetsOf,
  withNames,
  withTarget,
  type Column,
  type Target,
} from "./targets";

const columns = (...targets: Target[]): Column[] =>
  targets.map((target, at) => ({
    name: `c${String(at)}`,
    target,
    samples: [],
    foundType: "text",
    valueType: null,
  }));

test("a field is filled by one column: who had it before gives it up", () => {
  const next = withTarget(columns("name", "price", "attribute"), 2, "price", "items");
  expect(next.map(({ target }) => target)).toEqual(["name", "attribute", "price"]);
  const faqs = withTarget(columns("question", "answer"), 1, "question", "faqs");
  expect(faqs.map(({ target }) => target)).toEqual(["nothing", "question"]);
});

test("any number of columns can be attributes or left out", () => {
  const next = withTarget(columns("attribute", "nothing", "name"), 2, "attribute", "items");
  expect(next.map(({ target }) => target)).toEqual(["attribute", "nothing", "attribute"]);
});

test("new records need a name, or a question and an answer, unless ids say which are meant", () => {
  expect(missingTargets(columns("price"), "items")).toEqual(["name"]);
  expect(missingTargets(columns("externalId", "price"), "items")).toEqual([]);
  expect(missingTargets(columns("externalId", "attribute"), "items")).toEqual(["name"]);
  expect(missingTargets(columns("question"), "faqs")).toEqual(["answer"]);
  expect(targetsOf("faqs")).not.toContain("price");
});

const column = (name: string, target: Column["target"], samples: string[]): Column => ({
  name,
  target,
  samples,
  valueType: null,
  foundType: "text",
});

test("names are looked for among words, not among article numbers", () => {
  const code = column("Código", "attribute", ["REP-100", "REP-101", "REP-102"]);
  const goods = column("Mercadoria", "attribute", ["Zapp QI 620", "Priori Xtra", "Enxada"]);
  expect(likelyNames([column("Nome", "name", ["Herbicidas"]), code])).toBeUndefined();
  expect(likelyNames([code, goods])).toBe(goods);
  const said = column("Descrição", "description", ["Enxada 2,5 lb", "Machado", "Foice roçadeira"]);
  expect(likelyNames([code, goods, said])).toBe(said);
});

test("the description is offered though some of it has few letters, or one row alone is there", () => {
  const price = column("Preço", "price", ["45,90", "52,00"]);
  const sku = column("SKU", "externalId", ["Enxada larga", "Pá de bico", "Foice"]);
  const said = column("Descrição", "description", ["2,4-D 806", "Glifosato 480 SL", "Ureia granulada"]);
  expect(likelyNames([sku, said, price])).toBe(said);
  const alone = column("Descrição", "description", ["Glifosato 480 SL"]);
  expect(likelyNames([sku, alone, price])).toBe(alone);
  expect(likelyNames([sku, price]), "what says which record is meant goes on saying it").toBeUndefined();
});

test("codes that stood in the place of the names say which records are meant", () => {
  const goods = column("Descrição", "description", ["Enxada", "Pá", "Foice"]);
  const codes = column("Produto", "name", ["REP-100", "REP-101", "10024"]);
  const targets = (list: readonly Column[]) => list.map(({ target }) => target);
  expect(targets(withNames([codes, goods], 1, "items"))).toEqual(["externalId", "name"]);
  const id = column("SKU", "externalId", ["1", "2"]);
  expect(targets(withNames([id, codes, goods], 2, "items"))).toEqual(["externalId", "attribute", "name"]);
  const groups = column("Produto", "name", ["Adubos", "Sementes"]);
  expect(targets(withNames([groups, goods], 1, "items"))).toEqual(["attribute", "name"]);
});

test("names are compared as the program compares them", () => {
  const price = column("  Preço de\u00a0CUSTO", "price", []);
  expect(isCalled(price, "preco de custo")).toBe(true);
  expect(isCalled(price, "preço")).toBe(false);
});
