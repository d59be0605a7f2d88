/** The popovers above the sheet, and where the keys are once they close. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { cellAt, serveSheet } from "../../../../test/sheet";

const sheet = serveSheet(5);

/** Longer than a popover takes to fade out and to give the focus back. */
const faded = () => new Promise((over) => setTimeout(over, 250));

test("a press on a cell gives it the keys, whatever popover was open", async () => {
  const { user } = await sheet.open();
  for (const name of ["Colunas", "Visões", "Filtro"]) {
    await user.click(screen.getByRole("button", { name }));
    const popover = await screen.findByRole("dialog");
    await waitFor(() => expect(popover).toContainElement(document.activeElement as HTMLElement));
    fireEvent.mouseDown(cellAt(1, 1) as Element, { button: 0 });
    await faded();
    expect(cellAt(1, 1)).toHaveFocus();
    await user.keyboard("{ArrowUp}");
    expect(cellAt(0, 1)).toHaveFocus();
  }
});

test("a box that is ticked keeps the focus, and Escape leads back to the button", async () => {
  const { user } = await sheet.open();
  await user.click(screen.getByRole("button", { name: "Colunas" }));
  const box = await screen.findByRole("checkbox", { name: "Observações" });
  expect(box).not.toBeChecked();
  box.focus();
  await user.keyboard(" ");
  await waitFor(() => expect(screen.getByRole("checkbox", { name: "Observações" })).toBeChecked());
  expect(screen.getByRole("checkbox", { name: "Observações" })).toHaveFocus();
  await user.keyboard("{Escape}");
  await faded();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.getByRole("button", { name: "Colunas" })).toHaveFocus();
});
