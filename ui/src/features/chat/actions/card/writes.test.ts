import { describe, expect, test } from "vitest";
import type { Action } from "../../types";
import { partsOf } from "./writes";

const origin = { kind: "person" as const, label: null };
const argument = (name: string, write?: number) => ({
  ...(write === undefined ? {} : { write }),
  name,
  value: 1,
  label: null,
  origin,
  caution: false,
});
const action = (fields: object) =>
  ({ tool: "set_price", arguments: { price: 5 }, ...fields }) as unknown as Action;
const counts = { matched: 1, changed: 1, unchanged: 0, problems: 0 };

describe("the writes of a card", () => {
  test("are one on a card that names none", () => {
    const card = { ...counts, buttonOnly: false, arguments: [argument("price")], changes: [] };
    const [part, ...more] = partsOf(action({ card }));
    expect(more).toEqual([]);
    expect(part).toMatchObject({ at: 0, tool: "set_price", given: { price: 5 }, changed: 1 });
    expect(part?.arguments).toHaveLength(1);
  });

  test("have their own arguments, rows and counts", () => {
    const writes = [
      { ...counts, tool: "set_price", changed: 3 },
      { ...counts, tool: "create_faq" },
    ];
    const given = {
      writes: [
        { tool: "set_price", arguments: { price: 5 } },
        { tool: "create_faq", arguments: {} },
      ],
    };
    const list = [argument("price", 0), argument("question", 1), argument("answer", 1)];
    const changes = [{ write: 1, id: null, name: "A", field: "question", from: null, to: "A" }];
    const card = { ...counts, buttonOnly: true, writes, arguments: list, changes };
    const parts = partsOf(action({ tool: "several_writes", arguments: given, card }));
    expect(parts.map(({ tool, changed }) => [tool, changed])).toEqual([
      ["set_price", 3],
      ["create_faq", 1],
    ]);
    expect(parts.map((part) => part.arguments.length)).toEqual([1, 2]);
    expect(parts.map((part) => part.changes.length)).toEqual([0, 1]);
    expect(parts[0]?.given).toEqual({ price: 5 });
  });

  test("are unfolded while words can confirm them", () => {
    const opensWrites = (state: Action["state"], buttonOnly: boolean) =>
      partsOf(action({ state, card: { ...counts, buttonOnly, arguments: [], changes: [] } }))[0]?.isUnfolded;
    expect([
      opensWrites("pending", false),
      opensWrites("pending", true),
      opensWrites("executed", false),
    ]).toEqual([true, false, false]);
  });

  test("have no sealed arguments where the row is of another form", () => {
    const writes = [
      { ...counts, tool: "a" },
      { ...counts, tool: "b" },
    ];
    const card = { ...counts, buttonOnly: false, writes, arguments: [], changes: [] };
    for (const given of [null, "x", {}, { writes: 5 }])
      expect(partsOf(action({ arguments: given, card })).every((part) => !part.given)).toBe(true);
  });
});
