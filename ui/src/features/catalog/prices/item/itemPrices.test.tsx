import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { meOf } from "../../../../test/account";
import { renderApp } from "../../../../test/app";
import { Catalog, giveHeight } from "../../../../test/catalog";
import { Prices, refuse } from "../../../../test/prices";
import { startServer, type Answer, type ReceivedRequest, type TestServer } from "../../../../test/server";

let server: TestServer;
let catalog: Catalog;
let prices: Prices;
let restoreHeight: () => void;

beforeEach(async () => {
  restoreHeight = giveHeight(600);
  catalog = new Catalog(1);
  prices = new Prices();
  prices.item.lists = [
    {
      list: "a",
      name: "Atacado",
      isValidToday: true,
      validFrom: null,
      validUntil: null,
      own: null,
      price: 92.9,
      source: "rule",
      packages: [
        { label: "5 L", isGone: false, base: 450, own: 400, price: 400, source: "own" },
        { label: "9 L", isGone: true, base: null, own: 700, price: null, source: null },
      ],
    },
  ];
  server = await startServer(catalog.handler((request) => prices.answer(request)));
});
afterEach(async () => {
  cleanup();
  restoreHeight();
  await server.close();
});

function answerFirst(special: (request: ReceivedRequest) => Answer | undefined) {
  server.handle(catalog.handler((request) => special(request) ?? prices.answer(request)));
}

async function openPrices() {
  const { user } = await renderApp(server, "#/catalog/items?item=i001");
  await user.click(await screen.findByRole("button", { name: "Preços" }));
  await screen.findByRole("list", { name: "Preços por tabela" });
  return user;
}
const OWN = "Preço próprio em Atacado: Item";
const sets = () => prices.sentTo("PUT", "/api/price-lists/a/prices");

test("each price says where it comes from; an own one is stored by Enter and taken back", async () => {
  const user = await openPrices();
  expect(screen.getByText(/92,90/).parentElement).toHaveTextContent("pela regra da tabela");
  expect(screen.getByText(/400,00/).parentElement).toHaveTextContent("próprio da tabela");
  await user.type(screen.getByRole("textbox", { name: OWN }), "89,9{Enter}");
  expect(await screen.findByText("Preço em «Atacado» salvo.")).toBeInTheDocument();
  expect(sets()).toMatchObject([{ prices: [{ item: "i001", package: null, price: 89.9, expected: null }] }]);
  // The sheet has an undo of its own; that of the toast comes last.
  const undo = screen.getAllByRole("button", { name: "Desfazer" }).at(-1);
  if (undo) await user.click(undo);
  await waitFor(() => expect(prices.sentTo("POST", "/api/price-changes/c9/undo")).toHaveLength(1));
});

test("a package's own price is emptied; what is no price is not sent", async () => {
  const user = await openPrices();
  const field = screen.getByRole("textbox", { name: "Preço próprio em Atacado: 5 L" });
  expect(field).toHaveValue("400,00");
  await user.clear(field);
  await user.type(field, "1.250{Enter}");
  expect(await screen.findByText(/milhar ou decimal/)).toBeInTheDocument();
  expect(sets()).toEqual([]);
  await user.clear(field);
  await user.keyboard("{Enter}");
  await waitFor(() =>
    expect(sets()).toMatchObject([{ prices: [{ package: "5 L", price: null, expected: 400 }] }]),
  );
});

test("the own price of a package that is not there any more is named, and emptied", async () => {
  const user = await openPrices();
  expect(screen.getByText(/a embalagem não existe mais; próprio: R\$\s700,00/)).toBeInTheDocument();
  await user.clear(screen.getByRole("textbox", { name: "Preço próprio em Atacado: 9 L" }));
  await user.keyboard("{Enter}");
  await waitFor(() =>
    expect(sets()).toMatchObject([{ prices: [{ package: "9 L", price: null, expected: 700 }] }]),
  );
});

test("a price that another person stored first is named, and what was typed stays", async () => {
  answerFirst(({ method, path }) => {
    if (method !== "PUT" || path !== "/api/price-lists/a/prices") return undefined;
    const refused = [{ item: "i001", package: null, problem: "conflict", current: 95 }];
    return { body: { change: null, changed: 0, unchanged: 0, refused } };
  });
  const user = await openPrices();
  await user.type(screen.getByRole("textbox", { name: OWN }), "89,9{Enter}");
  expect(await screen.findByRole("alert")).toHaveTextContent(/Outra pessoa gravou antes: R\$\s95,00/);
  expect(screen.getByRole("textbox", { name: OWN })).toHaveValue("89,9");
});

test("cost and margin are for those who may edit; a save over another one's is refused with a word", async () => {
  answerFirst(({ method, path }) => {
    if (!path.endsWith("/cost")) return undefined;
    if (method === "PUT") return refuse(409, "conflict");
    const margins = [{ list: null, price: 100, margin: 20 }];
    return { body: { cost: 80, currency: "BRL", version: 3, updatedAt: null, updatedBy: null, margins } };
  });
  await openPrices();
  const cost = await screen.findByRole("textbox", { name: "Custo" });
  expect(cost).toHaveValue("80,00");
  expect(screen.getByText("20%")).toBeInTheDocument();
  fireEvent.change(cost, { target: { value: "85" } });
  fireEvent.submit(cost);
  expect(await screen.findByRole("alert")).toHaveTextContent("recusado: conflict");
});

test("a seller reads the prices and is not asked for the cost", async () => {
  answerFirst(({ path }) => (path === "/api/me" ? { body: meOf("bia", "seller") } : undefined));
  await openPrices();
  expect(screen.getByText(/92,90/)).toBeInTheDocument();
  expect(screen.queryByRole("textbox", { name: OWN })).toBeNull();
  expect(prices.sent.some(({ path }) => path.endsWith("/cost"))).toBe(false);
});
