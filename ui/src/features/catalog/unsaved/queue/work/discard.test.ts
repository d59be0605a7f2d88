import { expect, test } from "vitest";
import { canDiscard, discardCell } from "./discard";
import { takeBack } from "./stacks";
import { addEdit, addHeld, markSent, newBlock, NO_WORK, type Block, type TypedCell, type Work } from "./work";

const cell = (id: string, text: string): TypedCell => {
  return { id, name: id, column: "price", text, value: text, seen: 1, version: 1 };
};
const write = (work: Work, operationId: string, ...cells: TypedCell[]): Work =>
  addEdit(work, { kind: "write", operationId, label: operationId, sent: false, cells });
const steps = (work: Work) => work.steps.map(({ operationId }) => operationId);
const listing: Block["listing"] = {
  query: {},
  from: 0,
  to: 9,
  total: 10,
  seen: [],
};

test("a cell is let go of in every step that puts something into it, and a step without cells is none", () => {
  let work = write(NO_WORK, "a", cell("i1", "2"), cell("i2", "3"));
  work = write(work, "b", cell("i1", "4"));
  work = addHeld(work, [{ ...cell("i1", "x"), state: "wrong", message: "?" }]);
  const left = discardCell(work, { id: "i1", column: "price" });
  expect(steps(left)).toEqual(["a"]);
  expect(left.steps[0]).toMatchObject({ cells: [{ id: "i2" }] });
  expect(left.held).toEqual([]);
});

test("a cell beside it in the same item stays", () => {
  const work = write(NO_WORK, "a", cell("i1", "2"));
  expect(discardCell(work, { id: "i1", column: "name" })).toEqual(work);
});

test("a block whose rows are still to be read is left with these", () => {
  const part = {
    label: "b",
    listing,
    cells: [cell("i1", "2")],
    rest: [{ row: 5, column: "price", text: "2" }],
  };
  const work = addEdit(NO_WORK, newBlock(NO_WORK, part, "b"));
  const left = discardCell(work, { id: "i1", column: "price" });
  expect(left.steps).toMatchObject([{ operationId: "b", cells: [], rest: [{ row: 5 }] }]);
});

test("a write that an undo waits for stays, for the undo would find nothing", () => {
  const one = write(NO_WORK, "a", cell("i1", "2"));
  const [first] = one.steps;
  const sent = first ? markSent(one, first) : one;
  const undone = takeBack(sent, "undo", { done: [], undone: [] }, "u");
  const work = undone.kind === "queued" ? undone.work : NO_WORK;
  expect(steps(work)).toEqual(["a", "u"]);
  expect(canDiscard(work, { id: "i1", column: "price" })).toBe(false);
  expect(canDiscard(sent, { id: "i1", column: "price" })).toBe(true);
  expect(discardCell(work, { id: "i1", column: "price" })).toEqual(work);
});
