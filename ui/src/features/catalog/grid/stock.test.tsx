/** The column of stock: read in the sheet for the rows in view, ordered and filtered at the server, and not written. */
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { HitStock, StockTotal } from "../../../bindings";
import { cellAt, serveSheet } from "../../../test/sheet";

const sheet = serveSheet(3);
let totals: StockTotal[] = [];
let asked: unknown[] = [];

const level = (change: Partial<HitStock>): HitStock => ({
  quantity: 12.5,
  unit: "gl",
  package: null,
  isOut: false,
  countedOn: "2026-11-28",
  isRecent: true,
  ...change,
});

async function open(columns: readonly string[]) {
  const layout = columns.map((column) => ({ column, width: 200 }));
  localStorage.setItem("celeiro.grid.layout", JSON.stringify(layout));
  asked = [];
  sheet.special = ({ path, body }) => {
    if (path !== "/api/catalog/stock/totals") return undefined;
    asked.push(JSON.parse(body));
    return { body: totals };
  };
  return sheet.open();
}

test("a cell has how much there is with its day, marks what is gone, and is blank where nothing was counted", async () => {
  totals = [
    { itemId: "i001", stock: level({}) },
    { itemId: "i002", stock: level({ quantity: 0, unit: "", isOut: true }) },
  ];
  await open(["name", "stock"]);
  expect(screen.getByRole("columnheader", { name: "Estoque" })).toHaveAttribute("aria-sort", "none");
  await waitFor(() => expect(cellAt(0, 1)?.textContent).toMatch(/^12,5 gl \(28\/11\)$/));
  expect(cellAt(1, 1)?.textContent).toMatch(/^acabou \(28\/11\)$/);
  expect(cellAt(2, 1)?.textContent).toBe("");
  expect(cellAt(0, 1)).toHaveAttribute("aria-readonly", "true");
  expect(asked).toEqual([{ items: ["i001", "i002", "i003"] }]);
});

test("stock without a sum says that packages are counted, or that the units differ", async () => {
  sheet.catalog.change("i001", { packages: [{ label: "5 L" }] });
  totals = ["i001", "i002"].map((itemId) => ({ itemId, stock: level({ quantity: null }) }));
  await open(["name", "stock"]);
  await waitFor(() => expect(cellAt(0, 1)?.textContent).toMatch(/^por embalagem \(28\/11\)$/));
  expect(cellAt(1, 1)?.textContent).toMatch(/^unidades diferentes \(28\/11\)$/);
});

test("an export of the columns in sight has the stock", async () => {
  const { user } = await open(["name", "images", "stock"]);
  await user.click(screen.getByRole("button", { name: "Exportar" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Exportar" }));
  await user.click(dialog.getByRole("button", { name: "Salvar arquivo" }));
  const columns = () => sheet.catalog.sent("POST", "/api/exports").at(-1)?.["columns"];
  await waitFor(() => expect(columns()).toEqual(["name", "stock"]));
});

test("nothing is asked where the column is not shown", async () => {
  await open(["name", "price"]);
  expect(asked).toEqual([]);
});

test("the sheet is filtered by what is known of stock, and by how much there is", async () => {
  const { user } = await open(["name", "stock"]);
  const filters = () => sheet.catalog.sent("POST", "/api/catalog/grid").at(-1)?.["filters"];
  const choose = async (field: string, option: string) => {
    await user.click(screen.getByLabelText(field, { selector: "input" }));
    await user.click(await screen.findByRole("option", { name: option }));
  };
  await user.click(screen.getByRole("button", { name: "Filtro" }));
  await choose("Coluna", "Estoque");
  await choose("Valor", "acabou");
  await user.click(screen.getByRole("button", { name: "Filtrar" }));
  await waitFor(() => expect(filters()).toEqual([{ column: "stock", test: "is", values: ["out"] }]));
  await user.click(screen.getByTitle("Estoque: acabou"));
  await choose("Condição", "a partir de");
  await user.type(screen.getByLabelText("Valor", { selector: "input" }), "12,5");
  await user.click(screen.getByRole("button", { name: "Alterar" }));
  await waitFor(() => expect(filters()).toEqual([{ column: "stock", test: "above", values: ["12,5"] }]));
});
