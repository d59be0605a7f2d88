/** The column of packages: read in the sheet, edited in the form, and neither ordered nor filtered by. */
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Item } from "../../../api/types";
import { cellAt, serveSheet } from "../../../test/sheet";

const sheet = serveSheet(2);
const makePackage = (label: string, price: number | null, status: "ativo" | "inativo" = "ativo") => ({
  label,
  code: null,
  ean: null,
  price,
  status,
});

async function open(packages: Item["packages"]) {
  sheet.catalog.items = sheet.catalog.items.map((one) =>
    one.id === "i001" ? { ...one, packages: packages ?? [] } : one,
  );
  const layout = ["name", "packages"].map((column) => ({ column, width: 240 }));
  localStorage.setItem("celeiro.grid.layout", JSON.stringify(layout));
  return sheet.open();
}

test("a cell has the lowest price by the unit and the labels of what is on sale", async () => {
  await open([makePackage("1 L", 70), makePackage("20 L", 1100), makePackage("5 L", 10, "inativo")]);
  const cell = cellAt(0, 1);
  expect(cell).toHaveTextContent(/^R\$ 55,00\/L · 1 L, 20 L$/);
  expect(cell).toHaveAttribute("aria-readonly", "true");
  expect(within(cell as HTMLElement).getByTitle(/1 L · R\$\s70,00[^]*5 L.*Inativo/)).toBeInTheDocument();
  expect(cellAt(1, 1)?.textContent).toBe("");
});

test("a product that has nothing on sale shows what it had, and no price by the unit", async () => {
  await open([makePackage("5 L", 298, "inativo")]);
  expect(cellAt(0, 1)).toHaveTextContent(/^5 L$/);
});

test("the header does not order, and what is typed goes nowhere; Enter leads to the form", async () => {
  const { user } = await open([makePackage("1 L", 70)]);
  const header = screen.getByRole("columnheader", { name: "Embalagens" });
  expect(header).not.toHaveAttribute("aria-sort");
  await user.click(header);
  expect(window.location.hash).not.toContain("sort=");
  await user.keyboard("{ArrowDown}5");
  await waitFor(() => expect(cellAt(0, 1)).toHaveFocus());
  expect(sheet.writes()).toEqual([]);
  await user.keyboard("{Enter}");
  await waitFor(() => expect(window.location.hash).toContain("item=i001"));
});

test("its button leads to the form too", async () => {
  const { user } = await open([makePackage("1 L", 70)]);
  const edit = screen.getByRole("button", { name: "Editar as embalagens de Produto 001 no formulário" });
  await user.click(edit);
  await waitFor(() => expect(window.location.hash).toContain("item=i001"));
});

test("emptying a cell is refused, and says where packages are edited", async () => {
  const { user } = await open([makePackage("1 L", 70)]);
  await user.keyboard("{ArrowRight}{Delete}");
  expect(await screen.findByRole("alert")).toHaveTextContent(/edite-o no formulário/);
  expect(sheet.writes()).toEqual([]);
});
