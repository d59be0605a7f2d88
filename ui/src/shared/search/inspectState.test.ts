// @vitest-environment node
import { describe, expect, test } from "vitest";
import {
  inspectAddress,
  inspectRequest,
  parseInspect,
  serializeInspect,
  stateOfRequest,
  traceAddress,
  weightsOf,
  type InspectState,
} from "./inspectState";
import { parseState } from "./searchState";

const parse = (text: string) => parseInspect(new URLSearchParams(text));
const queryOf = (address: string) => new URLSearchParams(address.split("?")[1]);

describe("an inspected search in the address", () => {
  const state: InspectState = {
    ...parse("q=soja"),
    kind: "faqs",
    context: "e para milho?",
    trace: "t1",
    at: 2,
    view: "cut",
    sliders: true,
  };

  test("comes back as it went in", () => {
    expect(parse(serializeInspect(state).toString())).toEqual(state);
  });

  test("leaves no trace of what is usual", () => {
    expect(serializeInspect(parse("q=soja")).toString()).toBe("q=soja");
  });

  test.each([
    ["view=all&kind=users", { view: "fused" as const, kind: "items" as const }],
    ["n=-1", { at: 0 }],
    ["n=1.5", { at: 0 }],
    ["n=x&trace=&context=", { at: 0, trace: null, context: null }],
    ["sliders=yes", { sliders: false }],
  ])("is read whatever a person types: %s", (text, expected) => {
    expect(parse(text)).toMatchObject(expected);
  });

  test("of questions has no order that questions do not have", () => {
    expect(parse("kind=faqs&sort=priceAsc").search.sort).toBe("relevance");
  });
});

test("a search is inspected as it stands, without the record that was open, by the weights to be tried", () => {
  const search = parseState(new URLSearchParams("q=soja&tag=trigo&open=i1"), "items");
  const params = queryOf(inspectAddress("items", search, ["relevance.vector:2", "relevance.pair:0"]));
  expect(params.get("open")).toBeNull();
  expect(weightsOf(params)).toEqual(["relevance.vector:2", "relevance.pair:0"]);
  expect(parseInspect(params)).toMatchObject({
    kind: "items",
    sliders: true,
    search: { query: "soja", tags: ["trigo"] },
  });
  expect(parseInspect(queryOf(inspectAddress("faqs", search)))).toMatchObject({
    kind: "faqs",
    sliders: false,
  });
});

test("a search that a trace keeps is found by its trace, and by its place where there are several", () => {
  expect(parseInspect(queryOf(traceAddress("t&1")))).toMatchObject({ trace: "t&1", at: 0 });
  expect(parseInspect(queryOf(traceAddress("t1", 3)))).toMatchObject({ trace: "t1", at: 3 });
});

test("a request that was made once is made again as it was", () => {
  const state = {
    ...parse("q=soja&category=Fungicidas&min=1&stock=out&a.dose=2&profile=meu&fusion=rrf&limit=50&kind=faqs"),
    context: "antes",
  };
  const request = inspectRequest(state);
  const again = { ...state, ...stateOfRequest(request) };
  expect(inspectRequest(again)).toEqual(request);
  expect(stateOfRequest({ query: "soja" })).toMatchObject({ kind: "items", context: null });
});
