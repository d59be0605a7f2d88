// @vitest-environment node
import { describe, expect, test } from "vitest";
import { item } from "../../../../../test/records";
import { fillBlock, fillKnown, type BlockWords } from "./block";
import {
  addEdit,
  addHeld,
  countPending,
  NO_WORK,
  newBlock,
  type HeldCell,
  type TypedCell,
  type Work,
} from "../work/work";

const words: BlockWords = {
  describe: ({ code }) => code,
  language: "en",
  count: (act, cells) => `${act} ${String(cells)}`,
};
const row = (id: string, price: number) => ({
  item: item(id, { name: id, price, attributes: { parts: { a: 1 } } }),
  completeness: 0,
  missing: [],
  deleted: false,
});
const rows = [row("i0", 1), row("i1", 2), row("i2", 3)];
const cell = (id: string, text: string, seen: number): TypedCell => ({
  id,
  name: id,
  column: "price",
  text,
  value: Number(text),
  seen,
  version: 1,
});
const heldCell = (id: string, part: Partial<HeldCell> = {}): HeldCell =>
  ({ ...cell(id, "old", 0), state: "wrong", message: "?", ...part }) as HeldCell;
const conflict = { state: "conflict", now: 9, by: null, at: null } as const;
const write = (one: TypedCell) =>
  ({ kind: "write", operationId: "later", label: "", sent: false, cells: [one] }) as const;

/** A block of 7s over three rows, of which the first was there. */
function reserve(work: Work, texts: Record<number, string> = {}, column = "price") {
  const rest = [1, 2].map((at) => ({ row: at, column, text: texts[at] ?? "7" }));
  const listing = { query: {}, from: 0, to: 2, total: 3, seen: [] };
  const block = newBlock(work, { label: "paste", listing, cells: [cell("i0", "7", 1)], rest }, "b");
  return { block, work: addEdit(work, block) };
}
const stepsOf = ({ steps }: Work) =>
  steps.map((step) => [
    step.operationId,
    "cells" in step ? step.cells.map(({ id, text, seen }) => [id, text, seen]) : [],
  ]);

describe("a block whose rows are read", () => {
  test("goes on as a write in its place, and what was typed since stands on it", () => {
    const { block, work } = reserve(NO_WORK);
    const typed = addEdit(work, write(cell("i1", "55", 2)));
    expect(countPending(typed, false)).toMatchObject({ cells: 4 });
    const filled = fillBlock(typed, block, rows, words);
    expect(stepsOf(filled.work)).toEqual([
      [
        "b",
        [
          ["i0", "7", 1],
          ["i1", "7", 2],
          ["i2", "7", 3],
        ],
      ],
      ["later", [["i1", "55", 7]]],
    ]);
  });

  test("leaves out what waited for a choice then or waits for one now, and says how many", () => {
    const { block, work } = reserve(addHeld(NO_WORK, [heldCell("i1", conflict)]));
    const decided = { ...work, held: [] };
    const filled = fillBlock(addHeld(decided, [heldCell("i2", conflict)]), block, rows, words);
    expect(stepsOf(filled.work)).toEqual([["b", [["i0", "7", 1]]]]);
    expect(filled.undecidedCount).toBe(2);
  });

  test("takes the place of what was wrong before it, and leaves what was typed wrong since", () => {
    const { block, work } = reserve(addHeld(NO_WORK, [heldCell("i1")]));
    const filled = fillBlock(addHeld(work, [heldCell("i2")]), block, rows, words);
    expect(filled.work.held.map(({ id }) => id)).toEqual(["i2"]);
  });

  test("marks what cannot be right, writes no value that has parts and nothing that stands there", () => {
    const { block, work } = reserve(NO_WORK, { 1: "x", 2: "3.00" });
    const filled = fillBlock(work, block, rows, words);
    expect(filled.refused.map(({ id, text }) => [id, text])).toEqual([["i1", "x"]]);
    expect(stepsOf(filled.work)).toEqual([["b", [["i0", "7", 1]]]]);
    const structures = reserve(NO_WORK, {}, "attributes.parts");
    expect(fillBlock(structures.work, structures.block, rows, words).leftOutCount).toBe(2);
  });
});

test("a block whose rows cannot be read keeps its cells of the rows that were there, in its place", () => {
  const { block, work } = reserve(NO_WORK);
  const typed = addEdit(work, write(cell("i0", "55", 1)));
  expect(stepsOf(fillKnown(typed, block, words.count))).toEqual([
    ["b", [["i0", "7", 1]]],
    ["later", [["i0", "55", 7]]],
  ]);
});
