import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  forgetOperations,
  noteOperation,
  noteRedone,
  noteSent,
  noteUndone,
  noteWriting,
  openOperations,
  ownOperations,
  whenWritten,
} from "./ownOperations";

const operation = (id: string) => ({ id, label: `Preço de ${id}` });
const ids = () => {
  const { done, undone } = ownOperations();
  return { done: done.map(({ id }) => id), undone: undone.map(({ id }) => id) };
};

beforeEach(() => openOperations("one"));
afterEach(() => {
  openOperations("two");
  forgetOperations();
  openOperations("one");
  forgetOperations();
});

describe("what this tab has written", () => {
  test("is taken back from the newest, and brought back", () => {
    noteOperation(operation("a"));
    noteOperation(operation("b"));
    noteUndone("b", operation("undo-b"));
    expect(ids()).toEqual({ done: ["a"], undone: ["undo-b"] });
    noteRedone("undo-b", operation("redo-b"));
    expect(ids()).toEqual({ done: ["a", "redo-b"], undone: [] });
  });

  test("cannot be brought back once something else was written", () => {
    noteOperation(operation("a"));
    noteUndone("a", operation("undo-a"));
    noteOperation(operation("b"));
    expect(ids()).toEqual({ done: ["b"], undone: [] });
  });

  test("is not offered again where an undo found nothing to do", () => {
    noteOperation(operation("a"));
    noteUndone("a", null);
    expect(ids()).toEqual({ done: [], undone: [] });
  });

  test("is kept up to the last two hundred", () => {
    for (let number = 0; number < 205; number += 1) noteOperation(operation(String(number)));
    expect(ids().done).toHaveLength(200);
    expect(ids().done[0]).toBe("5");
  });

  test("belongs to its catalog, and is there again with it", () => {
    noteOperation(operation("a"));
    openOperations("two");
    expect(ids().done).toEqual([]);
    noteOperation(operation("b"));
    openOperations("one");
    expect(ids().done).toEqual(["a"]);
  });

  test("is known before it is answered, also after a reload, until it is done", () => {
    noteSent("a");
    noteSent("b");
    openOperations("two");
    expect(ownOperations().sent).toEqual([]);
    openOperations("one");
    expect(ownOperations().sent).toEqual(["a", "b"]);
    noteOperation(operation("a"));
    expect(ownOperations().sent).toEqual(["b"]);
    expect(ids().done).toEqual(["a"]);
  });

  test("is nothing where what is stored is no list of operations", () => {
    sessionStorage.setItem("celeiro.operations.odd", JSON.stringify({ draft: { done: "a" } }));
    openOperations("odd");
    expect(ids()).toEqual({ done: [], undone: [] });
  });
});

describe("an undo during a write", () => {
  test("waits until it is stored", async () => {
    let store = () => {};
    const write = noteWriting(new Promise<void>((resolve) => (store = resolve)));
    let undone = false;
    const undo = whenWritten(() => (undone = true));
    await Promise.resolve();
    expect(undone).toBe(false);
    store();
    await Promise.all([write, undo]);
    expect(undone).toBe(true);
  });

  test("goes on where it is refused", async () => {
    const write = noteWriting(Promise.reject(new Error("refused")));
    await expect(write).rejects.toThrow("refused");
    expect(await whenWritten(() => "undone")).toBe("undone");
  });

  test("is at once where nothing is being written", () => {
    let undone = false;
    void whenWritten(() => (undone = true));
    expect(undone).toBe(true);
  });
});
