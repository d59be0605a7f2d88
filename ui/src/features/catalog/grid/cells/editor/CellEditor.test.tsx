/** The field in a cell: what is typed is what stands there, whatever is offered behind it. */
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { showLanguage } from "../../../../../i18n";
import { CellEditor } from "./CellEditor";

const KNOWN = ["Inseticidas", "Categoria nova", "alface"];

async function type(column: string, keys: string) {
  const onCommit = vi.fn();
  const nothing = () => {};
  render(
    <CellEditor
      column={column}
      label="cell"
      text=""
      start=""
      known={KNOWN}
      onCommit={onCommit}
      onCancel={nothing}
      onGone={nothing}
    />,
  );
  const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "cell" });
  await userEvent.setup().keyboard(keys);
  return { field, onCommit };
}

test.each([
  ["category", "Inseto", "Inseto"],
  ["category", "Cat E", "Cat E"],
  ["category", "Ins novo", "Ins novo"],
  ["category", "ins", "Inseticidas"],
])("in %s, %s stands there as %s", async (column, keys, expected) => {
  const { field } = await type(column, keys);
  expect(field.value.toLowerCase()).toBe(expected.toLowerCase());
});

test("what is offered stays selected letter by letter, and Backspace rejects it", async () => {
  const { field, onCommit } = await type("category", "Inse");
  expect([field.value, field.selectionStart, field.selectionEnd]).toEqual(["Inseticidas", 4, 11]);
  await userEvent.setup().keyboard("{Backspace}{Enter}");
  expect(onCommit).toHaveBeenCalledWith("Inse", "down");
});

describe("a status", () => {
  /** Opened by the letter `start` over an active item. */
  function openStatus(start: string) {
    const onCommit = vi.fn();
    const nothing = () => {};
    render(
      <CellEditor
        column="status"
        label="cell"
        text="ativo"
        start={start}
        known={[]}
        onCommit={onCommit}
        onCancel={nothing}
        onGone={nothing}
      />,
    );
    return { field: screen.getByRole<HTMLSelectElement>("combobox", { name: "cell" }), onCommit };
  }
  let now = 0;
  beforeAll(() => showLanguage("pt-BR"));
  beforeEach(() => {
    now = 5_000;
    vi.spyOn(performance, "now").mockImplementation(() => now);
  });
  afterEach(() => vi.restoreAllMocks());

  test.each([
    ["r", "ascunho", "rascunho"],
    ["R", "ASCUNHO", "rascunho"],
    ["i", "na", "inativo"],
    ["", "râs", "rascunho"],
    ["r", "ax", "rascunho"],
    ["x", "a", "ativo"],
  ])("typed as %s%s becomes %s, by the whole of it", (start, keys, expected) => {
    const { field, onCommit } = openStatus(start);
    // The browser has no say: by its own search "ascunho" is "Ativo".
    for (const key of keys) expect(fireEvent.keyDown(field, { key })).toBe(false);
    fireEvent.keyDown(field, { key: "Enter" });
    expect(onCommit).toHaveBeenCalledWith(expected, "down");
  });

  test("a letter after a pause begins a word of its own", () => {
    const { field } = openStatus("r");
    now += 900;
    fireEvent.keyDown(field, { key: "a" });
    expect(field.value).toBe("rascunho");
    now += 1_100;
    fireEvent.keyDown(field, { key: "a" });
    expect(field.value).toBe("ativo");
  });

  test("keys that are no letters stay with the browser", () => {
    const { field } = openStatus("");
    expect(fireEvent.keyDown(field, { key: "ArrowDown" })).toBe(true);
    expect(fireEvent.keyDown(field, { key: " " })).toBe(true);
    expect(fireEvent.keyDown(field, { key: "a", ctrlKey: true })).toBe(true);
  });
});
