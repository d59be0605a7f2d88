import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderApp } from "../../test/app";
import { cellAt, goToPrice, hangUpWrites, PRICE, serveSheet } from "../../test/sheet";

const sheet = serveSheet(5);

test("a single cell is discarded by its key, and the focus goes on to the next one", async () => {
  const { user } = await sheet.open();
  sheet.special = hangUpWrites;
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
  sheet.special = () => undefined;
  await waitFor(() => expect(sheet.catalog.find("i001")?.price).toBe(11));
  expect([sheet.catalog.find("i002")?.price, sheet.catalog.find("i003")?.price]).toEqual([11, 12]);
});

test("the last cell that is discarded leaves the focus on the way out, and is not said to be stored", async () => {
  const { user } = await sheet.open();
  sheet.special = hangUpWrites;
  await user.keyboard(`${goToPrice}11{Enter}`);
  await user.click(await screen.findByRole("button", { name: "Ver" }));
  const list = within(await screen.findByRole("dialog", { name: "Células não gravadas" }));
  list.getByRole("button", { name: "Descartar: Preço de Produto 001" }).focus();
  await user.keyboard("{Enter}");
  const [, close] = list.getAllByRole("button", { name: "Fechar" });
  await waitFor(() => expect(close).toHaveFocus());
  expect(list.getByText(/^Descartado\./)).toBeInTheDocument();
  expect(list.queryByText("Tudo está gravado.")).toBeNull();
  expect(list.queryByRole("button", { name: "Descartar tudo" })).toBeNull();
  expect(cellAt(0, PRICE)).toHaveTextContent("10,00");
});

test("cells of an item that another person deleted and restored are sent from any page", async () => {
  const { user, unmount } = await sheet.open();
  sheet.catalog.remove("i001");
  await user.keyboard(`${goToPrice}11{Enter}`);
  await screen.findByText("1 não gravada, espera por você");
  unmount();
  sheet.catalog.bringBack("i001");
  await renderApp(sheet.server, "#/settings");
  await waitFor(() => expect(sheet.catalog.find("i001")?.price).toBe(11));
  expect(await screen.findByRole("link", { name: "Catálogo" })).toBeInTheDocument();
});
