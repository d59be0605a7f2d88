import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { forgetOperations } from "../features/catalog/shared/ownOperations";
import { renderApp } from "../test/app";
import { Catalog, giveHeight } from "../test/catalog";
import { startServer, type Answer, type ReceivedRequest, type TestServer } from "../test/server";

let server: TestServer;
let catalog: Catalog;
let restoreHeight: () => void;
/** What the program does instead of answering; a test takes it away to bring the program back. */
let special: (request: ReceivedRequest) => Answer | undefined;

beforeEach(async () => {
  restoreHeight = giveHeight(600);
  catalog = new Catalog(5);
  special = () => undefined;
  server = await startServer(catalog.handler((request) => special(request)));
});
afterEach(() => {
  restoreHeight();
  forgetOperations();
  return server.close();
});

const cellAt = (row: number, column: number) => document.querySelector(`[data-at="${row}:${column}"]`);
const PRICE = 5;
const goToPrice = "{ArrowRight>5/}";
const away = ({ path }: ReceivedRequest): Answer | undefined =>
  path === "/api/catalog/cells" ? { hangUp: true } : undefined;

async function openGrid() {
  const { user, unmount } = await renderApp(server, "#/catalog/items");
  await screen.findByText("Produto 001");
  await waitFor(() => expect(cellAt(0, 0)).toHaveFocus());
  return { user, unmount };
}

test("a single cell is discarded by its key, and the focus goes on to the next one", async () => {
  const { user } = await openGrid();
  special = away;
  await user.keyboard(`${goToPrice}11{Enter}22{Enter}33{Enter}`);
  await screen.findByText("3 células esperam pelo servidor");
  await user.click(screen.getByRole("button", { name: "Ver" }));
  const list = within(await screen.findByRole("dialog", { name: "Células não gravadas" }));
  list.getByRole("button", { name: "Descartar: Preço de Produto 002" }).focus();
  await user.keyboard("{Enter}");
  const next = () => list.getByRole("button", { name: "Ir até lá: Preço de Produto 003" });
  await waitFor(() => expect(next()).toHaveFocus());
  list.getByRole("button", { name: "Descartar: Preço de Produto 003" }).focus();
  await user.keyboard("{Enter}");
  await waitFor(() =>
    expect(list.getByRole("button", { name: "Ir até lá: Preço de Produto 001" })).toHaveFocus(),
  );
  expect(screen.getByText("1 célula espera pelo servidor")).toBeInTheDocument();
  special = () => undefined;
  await waitFor(() => expect(catalog.find("i001")?.price).toBe(11));
  expect([catalog.find("i002")?.price, catalog.find("i003")?.price]).toEqual([11, 12]);
});

test("the last cell that is discarded leaves the focus on the way out, and is not said to be stored", async () => {
  const { user } = await openGrid();
  special = away;
  await user.keyboard(`${goToPrice}11{Enter}`);
  await user.click(await screen.findByRole("button", { name: "Ver" }));
  const list = within(await screen.findByRole("dialog", { name: "Células não gravadas" }));
  list.getByRole("button", { name: "Descartar: Preço de Produto 001" }).focus();
  await user.keyboard("{Enter}");
  const [, close] = list.getAllByRole("button", { name: "Fechar" });
  await waitFor(() => expect(close).toHaveFocus());
  expect(list.getByText(/^Descartado\./)).toBeInTheDocument();
  expect(list.queryByText("Tudo está gravado.")).toBeNull();
  expect(cellAt(0, PRICE)).toHaveTextContent("10,00");
});

test("cells of an item that another person deleted and restored are sent from any page", async () => {
  const { user, unmount } = await openGrid();
  catalog.remove("i001");
  await user.keyboard(`${goToPrice}11{Enter}`);
  await screen.findByText("1 não gravada, espera por você");
  unmount();
  catalog.bringBack("i001");
  await renderApp(server, "#/settings");
  await waitFor(() => expect(catalog.find("i001")?.price).toBe(11));
  expect(await screen.findByRole("link", { name: "Catálogo" })).toBeInTheDocument();
});
