import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ItemRelation, ItemRelations, ItemStock } from "../../../bindings";
import { meOf } from "../../../test/account";
import { renderApp } from "../../../test/app";
import { Catalog, giveHeight } from "../../../test/catalog";
import { refuse } from "../../../test/prices";
import { startServer, type Answer, type ReceivedRequest, type TestServer } from "../../../test/server";

let server: TestServer;
let catalog: Catalog;
let relations: ItemRelations;
let stock: ItemStock;
let sent: { method: string; path: string; body: Record<string, unknown> }[];
let restoreHeight: () => void;

function relation(name: string, change: Partial<ItemRelation> = {}): ItemRelation {
  const other = {
    itemId: `id of ${name}`,
    externalId: null,
    manufacturer: null,
    itemStatus: "ativo",
  } as const;
  return { kind: "same_ingredient", direction: "both", name, ...other, status: "confirmed", ...change };
}

beforeEach(async () => {
  restoreHeight = giveHeight(600);
  catalog = new Catalog(2);
  sent = [];
  relations = {
    relations: [relation("Antigo", { kind: "replaces", direction: "incoming" })],
    proposals: [relation("Rasoura", { status: "proposed", evidence: "glifosato" })],
    refused: [relation("Capim", { status: "refused" })],
  };
  stock = {
    levels: [
      {
        package: null,
        isGone: false,
        place: "Loja",
        quantity: 3,
        unit: "gl",
        countedAt: "2026-05-04T10:00:00Z",
      },
    ],
    total: { quantity: 3, unit: "gl", isOut: false, countedOn: "2026-05-04", isRecent: true },
  };
  server = await startServer(catalog.handler(answer));
});
afterEach(async () => {
  cleanup();
  restoreHeight();
  await server.close();
});

function readBody(body: string): Record<string, unknown> {
  return body === "" ? {} : (JSON.parse(body) as Record<string, unknown>);
}

function answer({ method, path, body }: ReceivedRequest): Answer | undefined {
  const address = path.split("?")[0] ?? "";
  if (method === "GET" && address === "/api/catalog/items")
    return { body: { rows: catalog.items, total: catalog.items.length } };
  const isUndo = /^\/api\/operations\/[^/]+\/undo$/.test(address);
  if (!isUndo && !/^\/api\/catalog\/items\/i001\/(relations|stock)$/.test(address)) return undefined;
  if (method !== "GET") sent.push({ method, path, body: readBody(body) });
  if (isUndo)
    return {
      body: {
        operationId: "u1",
        undone: 1,
        deleted: 0,
        conflicts: [],
        conflictCount: 0,
        untouchable: [],
        untouchableCount: 0,
      },
    };
  if (address.endsWith("/relations")) return { body: method === "GET" ? relations : { operationId: "o1" } };
  return { body: method === "GET" ? stock : { operationId: "o2", changed: 1, stock } };
}

function answerFirst(special: (request: ReceivedRequest) => Answer | undefined) {
  server.handle(catalog.handler((request) => special(request) ?? answer(request)));
}

async function openSection() {
  const { user } = await renderApp(server, "#/catalog/items?item=i001");
  await user.click(await screen.findByRole("button", { name: "Relações e estoque" }));
  await screen.findByRole("list", { name: "Relações do produto" });
  return user;
}

test("a proposal is confirmed or refused by a person, and that is taken back", async () => {
  const user = await openSection();
  const own = screen.getByRole("list", { name: "Relações do produto" });
  expect(within(own).getByText("Substituído por")).toBeInTheDocument();
  const proposals = screen.getByRole("list", { name: "Propostas" });
  expect(within(proposals).getByText("glifosato")).toBeInTheDocument();
  expect(sent).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Recusar Rasoura" }));
  await waitFor(() =>
    expect(sent).toMatchObject([
      { method: "PUT", body: { kind: "same_ingredient", otherId: "id of Rasoura", status: "refused" } },
    ]),
  );
  expect(await screen.findByText("Proposta Rasoura recusada.")).toBeInTheDocument();
  // The sheet has an undo of its own; that of the toast comes last.
  const undo = screen.getAllByRole("button", { name: "Desfazer" }).at(-1);
  if (undo) await user.click(undo);
  await waitFor(() => expect(sent.at(-1)?.path).toBe("/api/operations/o1/undo"));
  await user.click(screen.getByRole("button", { name: "1 proposta recusada" }));
  expect(screen.getByRole("button", { name: "Propor Capim de novo" })).toBeInTheDocument();
});

test("another item is found by its name and related by Enter; a refusal is said beside the list", async () => {
  answerFirst(({ method, path }) =>
    method === "PUT" && path.endsWith("/relations") ? refuse(409, "relation_refused") : undefined,
  );
  const user = await openSection();
  await user.selectOptions(screen.getByLabelText("Nova relação"), "Substitui");
  const picker = screen.getByRole("textbox", { name: "Outro produto" });
  await user.type(picker, "Produto");
  expect(await screen.findByRole("option", { name: /Produto 002/ })).toBeInTheDocument();
  expect(screen.queryByRole("option", { name: /Produto 001/ })).toBeNull();
  await user.keyboard("{Enter}");
  expect(await screen.findByRole("alert")).toHaveTextContent("recusado: relation_refused");
  expect(picker).toHaveValue("Produto");
});

test("Enter takes no item that was found for other words than those that stand there", async () => {
  const user = await openSection();
  const picker = screen.getByRole("textbox", { name: "Outro produto" });
  await user.type(picker, "Produto");
  expect(await screen.findByRole("option", { name: /Produto 002/ })).toBeInTheDocument();
  // At once, as a scanner types.
  fireEvent.change(picker, { target: { value: "Produto 003" } });
  fireEvent.keyDown(picker, { key: "Enter" });
  expect(picker).toHaveValue("Produto 003");
  expect(sent).toEqual([]);
});

test("a place is counted again, and a new one is added with its unit", async () => {
  const user = await openSection();
  expect(screen.getByText(/^Estoque: 3 gl/)).toBeInTheDocument();
  const field = screen.getByRole("textbox", { name: "Quantidade: Produto, Loja" });
  await user.clear(field);
  await user.type(field, "1.250{Enter}");
  expect(await screen.findByText(/milhar ou decimal/)).toBeInTheDocument();
  expect(sent).toEqual([]);
  await user.clear(field);
  await user.type(field, "0{Enter}");
  await waitFor(() =>
    expect(sent).toMatchObject([{ body: { counts: [{ package: null, place: "Loja", quantity: 0 }] } }]),
  );
  const form = screen.getByRole("form", { name: "Nova contagem" });
  await user.type(within(form).getByLabelText("Local"), "Galpão");
  await user.type(within(form).getByLabelText("Quantidade"), "2,5");
  await user.type(within(form).getByLabelText("Unidade"), "gl{Enter}");
  await waitFor(() =>
    expect(sent.at(-1)?.body).toMatchObject({ counts: [{ place: "Galpão", quantity: 2.5, unit: "gl" }] }),
  );
  await user.click(screen.getByRole("button", { name: "Tirar a contagem: Produto, Loja" }));
  expect(await screen.findByText("Contagem tirada: o estoque dali é desconhecido.")).toBeInTheDocument();
});

test("a seller reads relations and stock, and is offered nothing to change", async () => {
  answerFirst(({ path }) => (path === "/api/me" ? { body: meOf("bia", "seller") } : undefined));
  await openSection();
  expect(screen.getByText("Antigo")).toBeInTheDocument();
  expect(screen.queryByRole("list", { name: "Propostas" })).toBeNull();
  expect(screen.queryByRole("textbox", { name: "Outro produto" })).toBeNull();
  expect(screen.queryByRole("button", { name: /Tirar a contagem/ })).toBeNull();
});

test("a barcode that nothing has begins a new product with it", async () => {
  answerFirst(({ path }) =>
    path.startsWith("/api/catalog/eans/") ? { body: { ean: "7891000315507", matches: [] } } : undefined,
  );
  const { user } = await renderApp(server, "#/search?q=7891000315507");
  expect(await screen.findByText(/Não há produto com este código de barras/)).toBeInTheDocument();
  await user.click(screen.getByRole("link", { name: "Cadastrar um produto com este código" }));
  expect(await screen.findByDisplayValue("7891000315507")).toBeInTheDocument();
});
