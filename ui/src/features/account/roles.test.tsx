/** What pages offer to a person of each role, and what they say instead. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Role } from "../../shared/account/useMe";
import { Accounts, WITHOUT_ACCOUNTS } from "../../test/account";
import { Catalog, giveHeight } from "../../test/catalog";
import { renderApp } from "../../test/app";
import { startServer, type TestServer } from "../../test/server";

let server: TestServer;
let catalog: Catalog;
let restoreHeight: () => void;

beforeEach(async () => {
  restoreHeight = giveHeight(600);
  catalog = new Catalog(3);
  server = await startServer(() => ({ status: 500 }));
});
afterEach(() => {
  restoreHeight();
  return server.close();
});

function openAs(role: Role, address: string) {
  const accounts = new Accounts({ ana: role });
  accounts.session = "ana";
  server.handle(catalog.handler((request) => accounts.answer(request)));
  return renderApp(server, address);
}

const pageNames = async () => {
  const nav = await screen.findByRole("navigation", { name: "Navegação principal" });
  return within(nav)
    .getAllByRole("link")
    .map((link) => link.textContent);
};

test.each<[Role, boolean]>([
  ["seller", false],
  ["editor", false],
  ["analyst", true],
  ["admin", true],
])("the bench is there for whom it is made: %s, %s", async (role, isThere) => {
  await openAs(role, "#/search");
  expect((await pageNames()).includes("Bancada")).toBe(isThere);
});

test("a save that the role does not allow any more asks anew who is here, and the form is for reading", async () => {
  const roles: { ana: Role } = { ana: "editor" };
  const accounts = new Accounts(roles);
  accounts.session = "ana";
  server.handle(
    catalog.handler((request) => {
      const forbidden = { code: "forbidden", message: "Seu papel não permite isso", details: null };
      if (request.method === "PUT") return { status: 403, body: forbidden };
      return accounts.answer(request);
    }),
  );
  const { user } = await renderApp(server, "#/catalog/items?item=i002");
  const name = await screen.findByRole("textbox", { name: /^Nome/ });
  roles.ana = "seller";
  const countRequests = () => server.received.filter(({ path }) => path.startsWith("/api/me")).length;
  const before = countRequests();
  fireEvent.change(name, { target: { value: "Produto novo" } });
  await user.keyboard("{Control>}s{/Control}");
  await waitFor(() => expect(countRequests()).toBeGreaterThan(before));
  await waitFor(() =>
    expect(screen.queryAllByText(/Você pode ver o catálogo, mas não mudá-lo/)).not.toEqual([]),
  );
});

describe("the sheet of a seller", () => {
  test("says that it is for reading, and takes no key for a value", async () => {
    const { user } = await openAs("seller", "#/catalog/items");
    expect(await screen.findByText(/Você pode ver o catálogo, mas não mudá-lo/)).toHaveTextContent(
      "Seu papel: Vendas.",
    );
    expect(await screen.findByRole("grid")).toHaveAttribute("aria-readonly", "true");
    await waitFor(() => expect(document.querySelector('[data-at="0:0"]')).toHaveFocus());
    await user.keyboard("x{Delete}{F2}");
    await user.dblClick(screen.getByText("Produto 002"));
    expect(within(screen.getByRole("grid")).queryByRole("textbox")).toBeNull();
    expect(screen.queryByRole("button", { name: "Novo item" })).toBeNull();
    expect(screen.queryByRole("link", { name: "Importar e exportar" })).toBeNull();
    expect(catalog.sent("POST", "/api/catalog/cells")).toEqual([]);
  });

  test("shows an item for reading in the place of its form", async () => {
    await openAs("seller", "#/catalog/items?item=i002");
    const panel = await screen.findByRole("region", { name: "Formulário do item" });
    expect(await within(panel).findByText("Fungicida protetor para soja")).toBeInTheDocument();
    expect(within(panel).queryByRole("button", { name: "Salvar" })).toBeNull();
  });
});

test("an editor writes as ever", async () => {
  await openAs("editor", "#/catalog/items");
  expect(await screen.findByRole("button", { name: "Novo item" })).toBeInTheDocument();
  expect(screen.queryByText(/mas não mudá-lo/)).toBeNull();
  expect(screen.getByRole("grid")).not.toHaveAttribute("aria-readonly");
});

test("settings are left to administrators, apart from what is one's own", async () => {
  await openAs("analyst", "#/settings");
  expect(await screen.findByText(/Ajustes, chaves e pessoas são da Administração/)).toBeInTheDocument();
  expect(screen.getByRole("radio", { name: "English" })).toBeEnabled();
  expect(screen.queryByRole("heading", { name: "Provedores e chaves" })).toBeNull();
});

test("where accounts are not used all is offered", async () => {
  server.handle(catalog.handler(({ path }) => (path === "/api/me" ? { body: WITHOUT_ACCOUNTS } : undefined)));
  await renderApp(server, "#/search");
  expect(await pageNames()).toContain("Bancada");
  expect(screen.queryByRole("button", { name: /Administração/ })).toBeNull();
});
