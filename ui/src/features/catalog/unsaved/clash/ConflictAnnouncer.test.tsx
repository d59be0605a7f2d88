import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
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
  catalog = new Catalog(5);
  server = await startServer(catalog.handler());
});
afterEach(() => {
  restoreHeight();
  forgetOperations();
  return server.close();
});

const region = () => document.querySelector("[aria-live=assertive]");

/** Prices of the first three items clash. */
async function clashThrice() {
  const { user } = await renderApp(server, "#/catalog/items");
  await screen.findByText("Produto 001");
  await waitFor(() => expect(document.querySelector(`[data-at="0:0"]`)).toHaveFocus());
  for (const id of ["i001", "i002", "i003"]) catalog.change(id, { price: 77 });
  await user.keyboard("{ArrowRight>5/}{Control>}v{/Control}");
  await user.paste("1,50\n2,50\n3,50\n");
  await waitFor(() => expect(region()).toHaveTextContent(/^3 células não foram gravadas\./));
  return user;
}

/** The list in which they are decided; its items are read anew. */
async function openList(user: UserEvent) {
  await user.click(screen.getByRole("button", { name: "Ver" }));
  const list = within(await screen.findByRole("dialog", { name: "Células não gravadas" }));
  return (choice: string, at: number) =>
    user.click(list.getAllByRole("button", { name: choice })[at] as HTMLElement);
}

test("what is decided is said no more, and what is left is", async () => {
  const decide = await openList(await clashThrice());
  expect(region()).toHaveTextContent(/Produto 001.*Produto 002.*Produto 003/);
  await decide("Ficar com o gravado", 1);
  await waitFor(() => expect(region()).toHaveTextContent(/^2 células não foram gravadas\./));
  expect(region()).toHaveTextContent(/Produto 001.*Produto 003/);
  expect(region()).not.toHaveTextContent("Produto 002");
  await decide("Gravar o meu", 1);
  await waitFor(() => expect(region()).not.toHaveTextContent("Produto 003"));
  // Of one cell no count is said.
  expect(region()).not.toHaveTextContent("foram gravadas");
  await decide("Ficar com o gravado", 0);
  await waitFor(() => expect(region()).toBeEmptyDOMElement());
});

test("what another person stores meanwhile is what is said", async () => {
  const user = await clashThrice();
  expect(region()).toHaveTextContent(/Produto 001.*Gravado agora: 77,00/);
  for (const id of ["i001", "i002", "i003"]) catalog.change(id, { price: 88 });
  await openList(user);
  await waitFor(() => expect(region()).not.toHaveTextContent("77,00"));
  expect(region()).toHaveTextContent(/Produto 001.*Gravado agora: 88,00/);
});
