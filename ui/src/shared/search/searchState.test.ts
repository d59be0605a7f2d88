import { describe, expect, test } from "vitest";
import { countFilters, parseState, searchAddress, serializeState, type SearchState } from "./searchState";

const parse = (text: string) => parseState(new URLSearchParams(text), "items");

test("a search survives the way through the address", () => {
  const state: SearchState = {
    query: "soja & milho 100%",
    category: ["Fungicidas", "A=B"],
    manufacturer: ["São João"],
    tags: ["#1"],
    stock: ["out", "unknown"],
    minPrice: 0,
    maxPrice: 99.5,
    attributes: { "princípio ativo": "2,4-D", "a.b": "c" },
    sort: "priceAsc",
    profile: "meu perfil",
    fusion: "rrf",
    limit: 50,
    open: "id-1",
    why: "id-2",
    against: "DEMO-1",
  };
  expect(parseState(new URLSearchParams(serializeState(state).toString()), "items")).toEqual(state);
});

test("defaults leave no trace", () => {
  expect(serializeState(parse("")).toString()).toBe("");
});

describe("whatever stands in the address", () => {
  test.each([
    ["limit=-1", { limit: 20 }],
    ["limit=1000000000", { limit: 20 }],
    ["min=NaN&max=Infinity", { minPrice: null, maxPrice: null }],
    ["min=-5&max=", { minPrice: null, maxPrice: null }],
    ["sort=drop", { sort: "relevance" as const }],
    ["fusion=evil", { fusion: null }],
    ["category=&category=a&category=a", { category: ["a"] }],
    ["stock=pouco&stock=out&stock=out", { stock: ["out" as const] }],
  ])("%s", (text, expected) => {
    expect(parse(text)).toMatchObject(expected);
  });

  test("an order the questions do not have is not taken over", () => {
    expect(parseState(new URLSearchParams("sort=priceAsc"), "faqs").sort).toBe("relevance");
  });
});

test("both ends of a price range count as one filter", () => {
  expect(countFilters(parse("min=1&max=2&tag=a&a.x=y&stock=out"))).toBe(4);
});

test("a fresh search has an address of its own page", () => {
  expect(searchAddress("faqs", "a&b")).toBe("/faq?q=a%26b");
});
