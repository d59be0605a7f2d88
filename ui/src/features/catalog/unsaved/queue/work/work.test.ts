import { describe, expect, test } from "vitest";
import { item } from "../../../../../test/records";
import { settleWrite, type Answer } from "../sending/settling";
import { stacksAfter, takeBack } from "./stacks";
import {
  addHeld,
  addEdit,
  countPending,
  markSent,
  NO_WORK,
  renewHeld,
  waitingCells,
  type TypedCell,
  type Work,
  type Write,
} from "./work";

type Row = Answer["rows"][number];

const cell = (text: string, part: Partial<TypedCell> = {}): TypedCell => ({
  id: "i1",
  name: "Produto",
  column: "category",
  text,
  value: text,
  seen: "Adubo",
  version: 1,
  ...part,
});
const write = (operationId: string, ...cells: TypedCell[]): Write => ({
  kind: "write",
  operationId,
  label: operationId,
  sent: false,
  cells,
});
const work = (...writes: Write[]): Work => writes.reduce(addEdit, NO_WORK);
const storedRow = (id: string, version: number): Row => ({ id, version, error: null });
const clashRow = (field: string, operationId: string | null = "theirs"): Row => ({
  id: "i1",
  version: null,
  error: {
    code: "conflict",
    field: null,
    message: "Alterado",
    current: item("i1", { version: 7, category: "Deles" }),
    clashes: [{ field, now: "Deles", changedBy: "Rosa", changedAt: "2026-05-04T10:00:00Z", operationId }],
  },
});
const answerWith = (from: Work, operationId: string | null, ...rows: Row[]) => {
  const [first] = from.steps;
  let count = 0;
  return settleWrite(from, first as Write, { operationId, rows }, "?", () => `again${++count}`);
};

describe("a write that is answered", () => {
  test("has later ones of its row go on from the version that it made", () => {
    const { work: after } = answerWith(
      work(write("a", cell("Um")), write("b", cell("Dois", { column: "name" }))),
      "a",
      storedRow("i1", 2),
    );
    expect(waitingCells(after)).toMatchObject([{ text: "Dois", version: 2 }]);
    expect(after.own).toEqual(["a"]);
  });

  test("leaves later ones on the version they saw where another wrote in between", () => {
    const { work: after } = answerWith(
      work(write("a", cell("Um")), write("b", cell("Dois", { column: "name" }))),
      "a",
      storedRow("i1", 3),
    );
    expect(waitingCells(after)).toMatchObject([{ text: "Dois", version: 1 }]);
  });

  test("waits for a person where another wrote the field, and its other cells are sent again", () => {
    const { work: after, refused } = answerWith(
      work(write("a", cell("Meu"), cell("Nome", { column: "name", seen: "Produto" }))),
      null,
      clashRow("category"),
    );
    expect(refused).toMatchObject([{ state: "conflict", now: "Deles", by: "Rosa", text: "Meu", version: 7 }]);
    expect(after.held).toEqual(refused);
    expect(after.steps).toMatchObject([
      { operationId: "again1", sent: false, cells: [{ column: "name", version: 7, seen: "Produto" }] },
    ]);
  });

  test("is no clash where the other was this very tab", () => {
    const before = { ...work(write("a", cell("Meu"))), own: ["mine"] };
    const { work: after } = answerWith(before, null, clashRow("category", "mine"));
    expect(after.held).toEqual([]);
    expect(waitingCells(after)).toMatchObject([{ text: "Meu", seen: "Deles", version: 7 }]);
  });

  test("gives way to what was typed into the same cell since", () => {
    const before = work(write("a", cell("Velho")), write("b", cell("Novo")));
    expect(waitingCells(before)).toMatchObject([{ text: "Novo", seen: "Velho" }]);
    const { work: after, refused } = answerWith(before, null, clashRow("category"));
    expect(refused).toEqual([]);
    // What the person saw before either of them is what it is held against.
    expect(waitingCells(after)).toMatchObject([{ text: "Novo", seen: "Adubo" }]);
  });

  test("that is refused keeps its text, with the reason", () => {
    const error = { code: "not_found", field: null, message: "Não existe", current: null, clashes: [] };
    const { refused } = answerWith(work(write("a", cell("Meu"))), null, { id: "i1", version: null, error });
    expect(refused).toMatchObject([{ state: "wrong", message: "Não existe", text: "Meu" }]);
  });
});

test("undos count as what is not stored once nothing is answered, and steps under way do not before", () => {
  const undo = { kind: "undo", operationId: "u", label: "a", sent: true, target: "a" } as const;
  const before = addHeld({ ...work(write("b", cell("Um"))), steps: [undo] }, [
    { ...cell("x"), state: "wrong", message: "?" },
  ]);
  expect(countPending(before, false)).toEqual({ cells: 0, takeBacks: 0, held: 1, total: 1 });
  expect(countPending(before, true)).toEqual({ cells: 0, takeBacks: 1, held: 1, total: 2 });
});

describe("a cell that clashed", () => {
  const clash = { state: "conflict", now: "Deles", by: "Rosa", at: null } as const;
  const before = addHeld(NO_WORK, [{ ...cell("Meu"), ...clash, version: 7 }]);
  const storeItem = (version: number, category: string | null) => item("i1", { version, category });

  test("is about what a form of this tab stored since", () => {
    expect(renewHeld(before, storeItem(9, "Outro"), "self").held).toMatchObject([
      { now: "Outro", by: "self", version: 9, text: "Meu" },
    ]);
    expect(renewHeld(before, storeItem(9, "Deles"), "self").held).toMatchObject([
      { now: "Deles", by: "Rosa", version: 9 },
    ]);
  });

  test("is about what a third writer stored, whose name was not read, and never about an older version", () => {
    expect(renewHeld(before, storeItem(8, null), null).held).toMatchObject([
      { now: null, by: null, at: storeItem(8, null).updatedAt, version: 8, seen: "Adubo" },
    ]);
    expect(renewHeld(before, storeItem(6, "Antigo"), null)).toBe(before);
    expect(renewHeld(before, item("i2", { version: 9 }), null)).toBe(before);
  });

  test("is none any more where what was typed is stored", () => {
    expect(renewHeld(before, storeItem(8, "Meu"), null).held).toEqual([]);
  });

  test("is renewed by the answer to another cell of its row", () => {
    const both = { ...before, steps: work(write("a", cell("N", { column: "name", seen: "P" }))).steps };
    const row = clashRow("name");
    const newer = { ...row, error: row.error && { ...row.error, current: storeItem(8, "Terceiro") } };
    expect(answerWith(both, null, newer).work.held).toMatchObject([
      { column: "category", now: "Terceiro", version: 8 },
      { column: "name", version: 8 },
    ]);
  });
});

test("typing anew takes the place of what waited for a person", () => {
  const held = addHeld(NO_WORK, [{ ...cell("x"), state: "wrong", message: "?" }]);
  expect(addEdit(held, write("a", cell("y"))).held).toEqual([]);
});

describe("taking back", () => {
  const NONE = { done: [], undone: [] };

  test("what was not sent is simply not done", () => {
    const taken = takeBack(work(write("a", cell("Um")), write("b", cell("Dois"))), "undo", NONE, "u");
    expect(taken).toMatchObject({ kind: "withdrawn", step: { operationId: "b" } });
  });

  test("what is being sent is waited for, and so is the undo of it", () => {
    const before = work(write("a", cell("Um")));
    const [first] = before.steps;
    const sent = markSent(before, first as Write);
    const taken = takeBack(sent, "undo", NONE, "u");
    expect(taken).toMatchObject({ kind: "queued" });
    const after = (taken as { work: Work }).work;
    expect(after.steps.at(-1)).toMatchObject({ kind: "undo", target: "a" });
    expect(stacksAfter(after.steps, NONE)).toMatchObject({ done: [], undone: [{ id: "u" }] });
    // The undo is not sent yet: a redo has it not done at all.
    expect(takeBack(after, "redo", NONE, "r")).toMatchObject({
      kind: "withdrawn",
      step: { operationId: "u" },
    });
  });

  test("reaches what was stored before, and says where there is nothing", () => {
    const done = [{ id: "old", label: "Antes" }];
    expect(takeBack(NO_WORK, "undo", { done, undone: [] }, "u")).toMatchObject({
      work: { steps: [{ kind: "undo", target: "old", label: "Antes" }] },
    });
    expect(takeBack(NO_WORK, "undo", NONE, "u")).toEqual({ kind: "nothing" });
  });

  test("of a write that stored nothing is not asked of the program", () => {
    const before = work(write("a", cell("Meu")));
    const undo = { kind: "undo", operationId: "u", label: "a", sent: false, target: "a" } as const;
    const { work: after } = answerWith(
      { ...before, steps: [...before.steps, undo] },
      null,
      clashRow("category"),
    );
    expect(after.steps).toEqual([]);
  });
});
