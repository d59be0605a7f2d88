import { act, renderHook } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { readStored } from "../../../lib/storage";

const KEY = "celeiro.recent";

/** The queries as a page finds them that is loaded anew. */
async function load() {
  vi.resetModules();
  const { forgetQueries, rememberQuery, useRecentQueries } = await import("./recentQueries");
  const { result } = renderHook(useRecentQueries);
  return {
    forget: () => act(forgetQueries),
    remember: (kind: "items" | "faqs", query: string) => act(() => rememberQuery(kind, query)),
    queries: () => result.current.map(({ kind, query }) => `${kind} ${query}`),
  };
}

describe("the last queries", () => {
  let page: Awaited<ReturnType<typeof load>>;
  beforeEach(async () => {
    page = await load();
  });

  test("are there after a reload, the newest first, and gone once they are forgotten", async () => {
    page.remember("items", "ureia");
    page.remember("faqs", "frete");
    expect((await load()).queries()).toEqual(["faqs frete", "items ureia"]);
    page.forget();
    expect(page.queries()).toEqual([]);
    expect((await load()).queries()).toEqual([]);
  });

  test("are there once each, by kind, and a blank one is none", () => {
    for (const query of ["ureia", "soja", " ureia ", " "]) page.remember("items", query);
    page.remember("faqs", "soja");
    expect(page.queries()).toEqual(["faqs soja", "items ureia", "items soja"]);
  });

  test("are eight at most, the oldest goes", () => {
    for (let at = 1; at <= 9; at += 1) page.remember("items", `q${at}`);
    expect(page.queries()).toHaveLength(8);
    expect(page.queries()).not.toContain("items q1");
  });
});

test.each([
  ["[", []],
  ['{"kind":"items"}', []],
  ['[null,7,{"kind":"users","query":"a"},{"kind":"items"},{"kind":"items","query":"soja"}]', ["items soja"]],
])("of what stands in the storage, what is none is passed over: %s", async (stored, expected) => {
  localStorage.setItem(KEY, stored);
  const page = await load();
  expect(page.queries()).toEqual(expected);
  expect(readStored(KEY)).toBe(stored);
});
