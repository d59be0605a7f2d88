// @vitest-environment node
import { expect, test } from "vitest";
import { markMissing, missingCells, missingIds, sendAgain } from "./missing";
import { addEdit, addHeld, newWrites, NO_WORK, waitingCells, type HeldCell, type TypedCell } from "./work";

const cell = (id: string, column: string, part: Partial<TypedCell> = {}): TypedCell => ({
  id,
  name: `Produto ${id}`,
  column,
  text: "Meu",
  value: "Meu",
  seen: "Antes",
  version: 3,
  ...part,
});
const clash = (id: string, column: string): HeldCell => ({
  ...cell(id, column),
  state: "conflict",
  now: "Deles",
  by: "Rosa",
  at: null,
});
const wrong = (id: string, column: string): HeldCell => ({
  ...cell(id, column),
  state: "wrong",
  message: "Preço?",
});
const held = addHeld(NO_WORK, [clash("i1", "name"), clash("i2", "name"), wrong("i1", "price")]);
const missing = markMissing(held, "i1", "Não existe mais");

test("where an item is gone, its cells that clash have nothing to be decided against", () => {
  expect(missing.held).toEqual([
    { ...cell("i1", "name"), state: "wrong", message: "Não existe mais", isMissing: true },
    clash("i2", "name"),
    wrong("i1", "price"),
  ]);
});

test("what waits for an item to be there again is that alone, and each item is looked for once", () => {
  const both = markMissing(addHeld(held, [clash("i1", "tags")]), "i1", "?");
  expect(missingIds(both)).toEqual(["i1"]);
  expect(missingCells(both, "i1").map(({ column }) => column)).toEqual(["name", "tags"]);
  expect(missingIds(held)).toEqual([]);
  expect(missingCells(missing, "i2")).toEqual([]);
});

test("cells of an item that is there again are sent as they were typed, over nothing that was not seen", () => {
  const again = sendAgain(missing, missingCells(missing, "i1"), "De volta", () => "o1");
  expect(again.steps).toMatchObject([
    { kind: "write", operationId: "o1", label: "De volta", sent: false, cells: [cell("i1", "name")] },
  ]);
  expect(again.held).toEqual([clash("i2", "name"), wrong("i1", "price")]);
});

test("what was typed into the same cell meanwhile is what they stand on", () => {
  const [later] = newWrites("Depois", [cell("i1", "name", { text: "Novo", value: "Novo" })], "o0");
  const before = later ? { ...missing, steps: addEdit(NO_WORK, later).steps } : missing;
  const again = sendAgain(before, missingCells(missing, "i1"), "De volta", () => "o1");
  expect(again.steps.at(-1)).toMatchObject({ operationId: "o1", cells: [{ seen: "Novo", text: "Meu" }] });
  expect(waitingCells(again)).toHaveLength(1);
});
