/** A cell that is left while something is typed in it: what is typed is stored, and the focus is where one went. */
import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renderApp } from "../../../../test/app";
import { Catalog, giveHeight } from "../../../../test/catalog";
import { startServer, type TestServer } from "../../../../test/server";
import { forgetOperations } from "../../shared/ownOperations";

let server: TestServer;
let catalog: Catalog;
let restoreHeight: () => void;

beforeEach(async () => {
  restoreHeight = giveHeight(600);
  catalog = new Catalog(20);
  server = await startServer(catalog.handler());
});
afterEach(() => {
  restoreHeight();
  forgetOperations();
  return server.close();
});

/** The columns in their usual order, by their place. */
const STATUS = 2;
const MANUFACTURER = 4;

async function openGrid() {
  const { user } = await renderApp(server, "#/catalog/items");
  await screen.findByText("Produto 001");
  await waitFor(() => expect(cellAt(0, 0)).toHaveFocus());
  return user;
}
const cellAt = (row: number, column: number) => {
  const cell = document.querySelector(`[data-at="${row}:${column}"]`);
  if (!cell) throw new Error(`no cell at ${row}:${column}`);
  return cell;
};
const filterBox = () => {
  const box = document.getElementById("grid-search");
  if (!box) throw new Error("no filter");
  return box;
};
const writes = () => catalog.sent("POST", "/api/catalog/cells").map((request) => request["cells"]);

test("a click into the words of the filter goes there, and what is typed next is what is looked for", async () => {
  const user = await openGrid();
  await user.click(cellAt(2, MANUFACTURER));
  await user.keyboard("Nova");
  const filter = filterBox();
  await user.click(filter);
  await waitFor(() => expect(catalog.find("i003")?.manufacturer).toBe("Nova"));
  await waitFor(() => expect(filter).toHaveFocus());
  await user.keyboard("produto");
  expect(filter).toHaveValue("produto");
  expect(catalog.find("i003")?.manufacturer).toBe("Nova");
  expect(writes()).toHaveLength(1);
});

test("a click into a field of the open form goes there, and what is typed next stands in that field", async () => {
  const user = await openGrid();
  await user.keyboard("{Control>}{Enter}{/Control}");
  const field = await screen.findByRole("combobox", { name: "Fabricante" });
  await user.dblClick(cellAt(2, 0));
  // Writing begins behind what stands there.
  await user.keyboard("{Control>}a{/Control}Outro nome");
  await user.click(field);
  await waitFor(() => expect(catalog.find("i003")?.name).toBe("Outro nome"));
  await waitFor(() => expect(field).toHaveFocus());
  await user.clear(field);
  await user.keyboard("Fabrica");
  expect(field).toHaveValue("Fabrica");
  expect(catalog.find("i003")?.name).toBe("Outro nome");
});

test("a list of statuses that is left by a click lets go of the focus as well", async () => {
  const user = await openGrid();
  await user.click(cellAt(2, STATUS));
  await user.keyboard("i");
  await user.click(filterBox());
  await waitFor(() => expect(catalog.find("i003")?.status).toBe("inativo"));
  await waitFor(() => expect(filterBox()).toHaveFocus());
});

test("another cell that is clicked has the focus, and a click beside all fields leaves it in the cell", async () => {
  const user = await openGrid();
  await user.click(cellAt(2, MANUFACTURER));
  await user.keyboard("Nova");
  await user.click(cellAt(4, MANUFACTURER));
  await waitFor(() => expect(cellAt(4, MANUFACTURER)).toHaveFocus());
  await user.keyboard("Velha");
  (document.activeElement as HTMLElement).blur();
  await waitFor(() => expect(catalog.find("i005")?.manufacturer).toBe("Velha"));
  await waitFor(() => expect(cellAt(4, MANUFACTURER)).toHaveFocus());
});
