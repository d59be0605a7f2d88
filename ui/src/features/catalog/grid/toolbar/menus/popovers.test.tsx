/** The popovers above the sheet, and where the keys are once they close. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { cellAt, serveSheet } from "../../../../../test/sheet";

const sheet = serveSheet(5);

/** jsdom lays nothing out: a popover beside a button of no size counts as out of sight. */
const LAID_OUT = { hidden: true };

/** Longer than a popover takes to fade out and to give the focus back. */
const awaitFade = () => new Promise((over) => setTimeout(over, 250));

test("a press on a cell gives it the keys, whatever popover was open", async () => {
  const { user } = await sheet.open();
  for (const name of ["Colunas", "Visões", "Filtro"]) {
    await user.click(screen.getByRole("button", { name }));
    const popover = await screen.findByRole("dialog", LAID_OUT);
    await waitFor(() => expect(popover.querySelector("input")).not.toBeNull());
    popover.querySelector("input")?.focus();
    fireEvent.mouseDown(cellAt(1, 1) as Element, { button: 0 });
    await awaitFade();
    await waitFor(() => expect(cellAt(1, 1)).toHaveFocus());
    await user.keyboard("{ArrowUp}");
    await waitFor(() => expect(cellAt(0, 1)).toHaveFocus());
  }
});

test("a box that is ticked keeps the focus, and Escape leads back to the button", async () => {
  const { user } = await sheet.open();
  await user.click(screen.getByRole("button", { name: "Colunas" }));
  const box = await screen.findByRole("checkbox", { name: "Observações", ...LAID_OUT });
  expect(box).not.toBeChecked();
  const findBox = () => screen.getByRole("checkbox", { name: "Observações", ...LAID_OUT });
  box.focus();
  await user.keyboard(" ");
  await waitFor(() => expect(findBox()).toBeChecked());
  await waitFor(() => expect(findBox()).toHaveFocus());
  await user.keyboard("{Escape}");
  await awaitFade();
  expect(screen.queryByRole("dialog", LAID_OUT)).toBeNull();
  await waitFor(() => expect(screen.getByRole("button", { name: "Colunas" })).toHaveFocus());
});

test("the button says where the sheet is not as the view that was opened", async () => {
  localStorage.setItem("celeiro.grid.view", "v1");
  const filters = [{ column: "status", test: "is", values: ["ativo"] }];
  const view = {
    ...{ id: "v1", kind: "items", name: "À venda", owner: "ana", mine: true, shared: false, version: 1 },
    ...{ updatedAt: "2026-01-01T12:00:00Z", content: { filters } },
  };
  sheet.special = ({ path }) => (path.startsWith("/api/catalog/views") ? { body: [view] } : undefined);
  const { user } = await sheet.open("#/catalog/items?f=status~is~ativo");
  const button = await screen.findByRole("button", { name: "À venda" });
  await user.click(screen.getByRole("button", { name: /^Remover.*Situação/ }));
  await waitFor(() => expect(button).toHaveAccessibleName("À venda diferente da visão salva"));
  localStorage.removeItem("celeiro.grid.view");
});
