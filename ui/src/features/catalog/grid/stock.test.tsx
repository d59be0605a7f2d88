/** The column of stock: read in the sheet for the rows in view, and neither ordered, filtered nor written. */
import { screen, waitFor } from "@testing-library/react";
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
  expect(screen.getByRole("columnheader", { name: "Estoque" })).not.toHaveAttribute("aria-sort");
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

test("nothing is asked where the column is not shown", async () => {
  await open(["name", "price"]);
  expect(asked).toEqual([]);
});
