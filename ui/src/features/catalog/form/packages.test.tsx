import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renderApp } from "../../../test/app";
import { Catalog, giveHeight } from "../../../test/catalog";
import { startServer, type TestServer } from "../../../test/server";
import { forgetOperations } from "../shared/ownOperations";

let server: TestServer;
let catalog: Catalog;
let restoreHeight: () => void;

const ONE = { label: "1 L", code: "A-1", ean: null, price: 70, status: "ativo" as const };
const FIVE = { label: "5 L", code: null, ean: "7891000315507", price: 298, status: "ativo" as const };

beforeEach(async () => {
  restoreHeight = giveHeight(600);
  catalog = new Catalog(2);
  catalog.change("i001", { packages: [ONE, FIVE] });
  server = await startServer(catalog.handler());
});
afterEach(() => {
  restoreHeight();
  forgetOperations();
  return server.close();
});

const row = (name: string) => within(screen.getByRole("listitem", { name }));
const input = (name: string, label: string) => row(name).getByLabelText(label, { selector: "input" });
const findSaved = () => catalog.sent("PUT", "/api/catalog/items/i001").at(-1);

async function open() {
  const { user } = await renderApp(server, "#/catalog/items?item=i001");
  await screen.findByRole("listitem", { name: "5 L" });
  return user;
}

test("rows show what a litre costs, are added and changed, and saved in their order", async () => {
  const user = await open();
  expect(row("5 L").getByText("R$ 59,60/L")).toBeInTheDocument();
  fireEvent.change(input("5 L", "Preço"), { target: { value: "300" } });
  expect(row("5 L").getByText("R$ 60,00/L")).toBeInTheDocument();
  expect(input("5 L", "Preço")).toHaveAccessibleDescription(/^R\$\s60,00\/L$/);
  await user.click(screen.getByRole("button", { name: "Acrescentar embalagem" }));
  const label = input("Embalagem 3", "Rótulo");
  await waitFor(() => expect(label).toHaveFocus());
  expect(screen.getByText("Alterado: Embalagens")).toBeInTheDocument();
  fireEvent.change(label, { target: { value: "granel" } });
  expect(input("granel", "Preço")).not.toHaveAccessibleDescription();
  await user.keyboard("{Alt>}{ArrowUp}{/Alt}");
  await waitFor(() => expect(input("granel", "Rótulo")).toHaveFocus());
  await user.click(row("5 L").getByRole("button", { name: "Subir 5 L" }));
  await user.keyboard("{Control>}s{/Control}");
  await waitFor(() => expect(findSaved()).toBeDefined());
  const labels = (findSaved()?.["packages"] as { label: string }[]).map((one) => one.label);
  expect(labels).toEqual(["1 L", "5 L", "granel"]);
  expect(findSaved()?.["packages"]).toContainEqual({ ...FIVE, price: 300 });
});

test("where there is no price by the unit, the field says why", async () => {
  await open();
  fireEvent.change(input("5 L", "Rótulo"), { target: { value: "a granel" } });
  expect(input("a granel", "Preço")).toHaveAccessibleDescription("o rótulo não diz a quantidade");
  fireEvent.change(input("a granel", "Rótulo"), { target: { value: "1.250 L" } });
  expect(input("1.250 L", "Preço")).not.toHaveAccessibleDescription();
  expect(input("1.250 L", "Rótulo")).toHaveAccessibleDescription(
    "Pode ser milhar ou decimal: escreva 1250 ou 1,25.",
  );
  fireEvent.change(input("1.250 L", "Preço"), { target: { value: "caro" } });
  expect(input("1.250 L", "Preço")).toHaveAccessibleDescription(/Não é um/);
});

test("what is wrong is said at its field, and is not sent", async () => {
  const user = await open();
  fireEvent.change(input("1 L", "EAN"), { target: { value: "7891000315508" } });
  expect(input("1 L", "EAN")).toHaveAccessibleDescription(/Não é um EAN: o último algarismo não confere/);
  fireEvent.change(input("1 L", "EAN"), { target: { value: "789 1000-3155" } });
  expect(input("1 L", "EAN")).toHaveAccessibleDescription(/e aqui há 11\.$/);
  fireEvent.change(input("1 L", "EAN"), { target: { value: "7,89E+12" } });
  expect(input("1 L", "EAN")).toHaveAccessibleDescription("Não é um EAN: ele só tem algarismos.");
  fireEvent.change(input("1 L", "EAN"), { target: { value: "789 1000-31550 7" } });
  expect(input("5 L", "EAN")).toHaveAccessibleDescription(/Já está em outra embalagem/);
  fireEvent.change(input("5 L", "EAN"), { target: { value: "" } });
  fireEvent.change(input("5 L", "Preço"), { target: { value: "1.250" } });
  expect(input("5 L", "Preço")).toHaveAccessibleDescription(/milhar ou decimal/);
  await user.keyboard("{Control>}s{/Control}");
  expect(findSaved()).toBeUndefined();
});

test("no more rows are added than are stored", async () => {
  const many = Array.from({ length: 39 }, (_, at) => ({ ...ONE, label: `${at + 1} L`, code: null }));
  catalog.change("i001", { packages: many });
  const user = await open();
  const add = screen.getByRole("button", { name: "Acrescentar embalagem" });
  await user.click(add);
  await waitFor(() => expect(input("Embalagem 40", "Rótulo")).toHaveFocus());
  expect(add).toBeDisabled();
  expect(screen.getByText("São no máximo 40.")).toBeInTheDocument();
});

test("packages that were not changed are not sent; a row without anything is none", async () => {
  const user = await open();
  await user.click(screen.getByRole("button", { name: "Acrescentar embalagem" }));
  expect(screen.queryByText(/Alterado:/)).not.toBeInTheDocument();
  fireEvent.change(await screen.findByLabelText("Nome*"), { target: { value: "Outro" } });
  await user.keyboard("{Control>}s{/Control}");
  await waitFor(() => expect(findSaved()).toMatchObject({ name: "Outro" }));
  expect(findSaved()).not.toHaveProperty("packages");
  await user.click(row("1 L").getByRole("button", { name: "Remover 1 L" }));
  await user.keyboard("{Control>}s{/Control}");
  await waitFor(() => expect(findSaved()?.["packages"]).toEqual([FIVE]));
});

test("a save that an older page has sent, without packages, is tried again as the same one", async () => {
  const refused = { code: "database_stuck", message: "O banco parou.", details: null };
  server.handle(
    catalog.handler(({ method }) => (method === "PUT" ? { status: 503, body: refused } : undefined)),
  );
  const operationIds = () =>
    server.received
      .filter(({ method }) => method === "PUT")
      .map(({ body }) => (JSON.parse(body) as { operationId: string }).operationId);
  const { user, unmount } = await renderApp(server, "#/catalog/items?item=i001");
  fireEvent.change(await screen.findByLabelText("Nome*"), { target: { value: "Outro" } });
  await user.keyboard("{Control>}s{/Control}");
  await waitFor(() => expect(operationIds()).toHaveLength(1));
  await screen.findByText("O banco parou.");
  unmount();
  const key = "celeiro.itemDraft.i001";
  const kept = JSON.parse(sessionStorage.getItem(key) ?? "") as {
    draft: Record<string, unknown>;
    sent: { draft: Record<string, unknown> };
  };
  delete kept.draft["packages"];
  delete kept.sent.draft["packages"];
  sessionStorage.setItem(key, JSON.stringify(kept));
  const later = await open();
  expect(await screen.findByLabelText("Nome*")).toHaveValue("Outro");
  await later.keyboard("{Control>}s{/Control}");
  await waitFor(() => expect(operationIds()).toHaveLength(2));
  expect(new Set(operationIds()).size).toBe(1);
});
