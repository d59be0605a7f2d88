/** The field in a cell: what is typed is what stands there, whatever is offered behind it. */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
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
