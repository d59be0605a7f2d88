import { describe, expect, test } from "vitest";
import { fieldsOf, patchOf } from "./fields";
import type { CardPart } from "./writes";

const person = { kind: "person", label: null } as const;

function part(given: unknown, ...shown: [string, unknown, string?][]): CardPart {
  const counts = { changed: 1, unchanged: 0, problems: 0 };
  const one = ([name, value, label]: [string, unknown, string?]) => ({
    ...{ write: 0, name, value, label: label ?? null, origin: person, caution: false },
  });
  return { at: 0, tool: "t", given, arguments: shown.map(one), changes: [], isUnfolded: true, ...counts };
}

describe("what a person can correct", () => {
  test("are texts and amounts, and neither records nor lists", () => {
    const given = { item: "7b0c", price: "99.90", notes: "Novo", tags: ["a"], isRecurring: true };
    const fields = fieldsOf(
      part(
        given,
        ["item", "7b0c", "Capinorte"],
        ["price", "99.90"],
        ["notes", "Novo"],
        ["tags", ["a"]],
        ["isRecurring", true],
        ["entryId", "e1"],
      ),
    );
    expect(fields).toEqual([
      { name: "price", value: 99.9, isAmount: true, isLong: false },
      { name: "notes", value: "Novo", isAmount: false, isLong: true },
    ]);
  });

  test.each([[null], [""], [true], ["muito"]])("are no amount that is none: %o", (value) => {
    expect(fieldsOf(part({ price: value }, ["price", value]))).toEqual([]);
  });

  test("are parts of a selection, where the call has them", () => {
    const given = { selection: { category: "Herbicidas" }, percent: 5 };
    const fields = fieldsOf(part(given, ["selection.category", "Herbicidas"], ["selection.other", "x"]));
    expect(fields.map(({ name }) => name)).toEqual(["selection.category"]);
  });
});

describe("a correction", () => {
  const given = { selection: { category: "Herbicidas", manufacturer: "Aurora" }, percent: 5, notes: "x" };
  const one = part(
    given,
    ["selection.category", "Herbicidas"],
    ["selection.manufacturer", "Aurora"],
    ["percent", 5],
    ["notes", "x"],
  );
  const send = (values: Record<string, string | number>) => patchOf(one, fieldsOf(one), values);

  test("sends what is different and nothing else", () => {
    expect(send({ percent: 4, notes: "x" })).toEqual({ percent: 4 });
    expect(send({})).toEqual({});
  });

  test("keeps the other parts of a selection", () => {
    const boreal = { category: "Herbicidas", manufacturer: "Boreal" };
    expect(send({ "selection.manufacturer": "Boreal" })).toEqual({ selection: boreal });
    expect(send({ "selection.manufacturer": "Boreal", "selection.category": "" })).toEqual({
      selection: { category: null, manufacturer: "Boreal" },
    });
  });

  test("takes away a text that was emptied", () => {
    expect(send({ notes: "" })).toEqual({ notes: null });
  });
});
