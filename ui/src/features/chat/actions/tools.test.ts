// @vitest-environment node
import { describe, expect, test } from "vitest";
import { argumentOf, shortArguments, toolOf } from "./tools";

test("a tool that a model made up has no text", () => {
  expect(toolOf("set_price")).toBe("set_price");
  expect(toolOf("drop_table")).toBeNull();
  expect(toolOf("constructor")).toBeNull();
});

describe("the arguments of a call in a line", () => {
  test("are its values, those of lists and structures too, without names, switches and gaps", () => {
    expect(
      shortArguments({ query: "soja", tags: ["a", "b"], filters: { min: 5 }, explain: true, none: null }),
    ).toBe("soja · a · b · 5");
  });
  test("are cut where the line is full", () => {
    const line = shortArguments({ query: "x".repeat(200) });
    expect(line).toHaveLength(90);
    expect(line.endsWith("x…")).toBe(true);
    expect(shortArguments({ query: "x".repeat(90) })).toBe("x".repeat(90));
  });
  test("may be no arguments at all", () => {
    expect([shortArguments(null), shortArguments(undefined), shortArguments("soja")]).toEqual([
      "",
      "",
      "soja",
    ]);
  });
});

test("an argument has its name for people also where it chooses the records", () => {
  expect(argumentOf("category")).toBe("category");
  expect(argumentOf("selection.category")).toBe("category");
  expect(argumentOf("selection.secret")).toBeNull();
  expect(argumentOf("updates.birthday")).toBe("birthday");
});
