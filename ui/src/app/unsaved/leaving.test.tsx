import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderApp } from "../../test/app";
import { status } from "../../test/records";
import { cellAt, goToPrice, hangUpWrites, PRICE, serveSheet } from "../../test/sheet";
import { preloadPage } from "../lazyPages";
import { stayInSheet } from "./stayInSheet";

const sheet = serveSheet(50);

/** From the search into the sheet, where a cell waits since; Back leads to the search. */
async function leaveCellBehind(enterSheet: (user: UserEvent) => Promise<void>) {
  const { user } = await renderApp(sheet.server, "#/search");
  await preloadPage("#/catalog/items");
  await enterSheet(user);
  await screen.findByText("Produto 001");
  (cellAt(0, 0) as HTMLElement).focus();
  sheet.special = hangUpWrites;
  await user.keyboard(`${goToPrice}11{Enter}`);
  await screen.findByText("1 célula espera pelo servidor");
  return user;
}

test("leaving the sheet asks first, and what waits is sent from any page", async () => {
  const { user } = await sheet.open();
  sheet.special = hangUpWrites;
  await user.keyboard(`${goToPrice}11{Enter}`);
  await screen.findByText("1 célula espera pelo servidor");
  await user.click(screen.getByRole("link", { name: /Buscar/ }));
  await stayInSheet("Há 1 célula não gravada");
  expect(window.location.hash).toBe("#/catalog/items");
  await user.click(screen.getByRole("link", { name: /Buscar/ }));
  const again = within(await screen.findByRole("dialog", { name: "Há 1 célula não gravada" }));
  await user.click(again.getByRole("button", { name: "Sair e guardar para depois" }));
  await waitFor(() => expect(window.location.hash).toBe("#/search"));
  sheet.special = () => undefined;
  await waitFor(() => expect(sheet.catalog.find("i001")?.price).toBe(11));
});

test("Back out of the sheet asks first, and what was being typed counts", async () => {
  const user = await leaveCellBehind(async (user) =>
    user.click(await screen.findByRole("link", { name: /Catálogo/ })),
  );
  await user.keyboard("22");
  window.history.back();
  await stayInSheet("Há 2 células não gravadas");
  await waitFor(() => expect(window.location.hash).toBe("#/catalog/items"));
  window.history.back();
  const again = within(await screen.findByRole("dialog", { name: "Há 2 células não gravadas" }));
  await user.click(again.getByRole("button", { name: "Sair e guardar para depois" }));
  await waitFor(() => expect(window.location.hash).toBe("#/search"));
});

test("Back asks too where the address of the sheet was typed, and so does another typed address", async () => {
  await leaveCellBehind(async () => {
    await screen.findByRole("link", { name: /Catálogo/ });
    window.location.hash = "#/catalog/items";
  });
  window.history.back();
  await stayInSheet("Há 1 célula não gravada");
  await waitFor(() => expect(window.location.hash).toBe("#/catalog/items"));
  window.location.hash = "#/faq";
  await stayInSheet("Há 1 célula não gravada");
  await waitFor(() => expect(window.location.hash).toBe("#/catalog/items"));
  expect(cellAt(0, PRICE)).toHaveAttribute("data-state", "waiting");
});

test("closing or reloading the page asks, as long as something waits or is being typed", async () => {
  const { user } = await sheet.open();
  const leave = () => {
    const event = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(leave()).toBe(false);
  sheet.special = hangUpWrites;
  await user.keyboard(`${goToPrice}11`);
  expect(leave()).toBe(true);
  window.dispatchEvent(new Event("pagehide"));
  expect(sessionStorage.getItem(`celeiro.cells.${status.database.id}`)).toContain('"text":"11"');
  expect(leave()).toBe(true);
});

test("a cell that is half typed stays open, and unwritten, when a person who is asked stays", async () => {
  const { user } = await sheet.open();
  const ask = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  await user.keyboard(`${goToPrice}{F2}`);
  expect(ask()).toBe(true);
  await user.keyboard("{Escape}1");
  expect(ask()).toBe(false);
  await waitFor(() => expect(within(cellAt(0, PRICE) as HTMLElement).getByRole("textbox")).toHaveFocus());
  expect(sessionStorage.getItem(`celeiro.cells.${status.database.id}`)).toBeNull();
  await user.keyboard("2{Enter}");
  await waitFor(() => expect(sheet.catalog.find("i001")?.price).toBe(12));
  expect(sheet.writes()).toHaveLength(1);
});

test("a program that does not answer for two seconds leaves a mark, and leaving asks", async () => {
  const { user } = await sheet.open();
  sheet.special = ({ path }) => (path === "/api/catalog/cells" ? { silent: true } : undefined);
  await user.keyboard(`${goToPrice}11{Enter}`);
  const link = await screen.findByRole(
    "link",
    { name: /Catálogo.*1 célula não gravada/ },
    { timeout: 5_000 },
  );
  expect(link).toBeInTheDocument();
  expect(screen.getByText("1 célula espera pelo servidor")).toBeInTheDocument();
  await user.click(screen.getByRole("link", { name: /Buscar/ }));
  await stayInSheet("Há 1 célula não gravada");
});

test("the question is over once all was stored meanwhile, and the sheet stays", async () => {
  const { user } = await sheet.open();
  sheet.special = hangUpWrites;
  await user.keyboard(`${goToPrice}11{Enter}`);
  await screen.findByText("1 célula espera pelo servidor");
  await user.click(screen.getByRole("link", { name: /Buscar/ }));
  await screen.findByRole("dialog", { name: "Há 1 célula não gravada" });
  sheet.special = () => undefined;
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sheet.catalog.find("i001")?.price).toBe(11);
  expect(window.location.hash).toBe("#/catalog/items");
  await user.click(screen.getByRole("link", { name: /Buscar/ }));
  await waitFor(() => expect(window.location.hash).toBe("#/search"));
});
