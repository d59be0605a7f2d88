/** Pages that have nothing to list yet: each leads to what would fill it. */
import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { healthy, renderApp } from "../test/app";
import { noFigures } from "../test/bench/bench";
import { entry } from "../test/bench/bench";
import { status } from "../test/records";
import { startServer, type TestServer } from "../test/server";

const EMPTY_PAGES = {
  "/api/operations": { rows: [], total: 0 },
  "/api/catalog/review": { rows: [], total: 0 },
  "/api/catalog/enrichments": [],
  "/api/gaps": { gaps: [], total: 0, byReason: [], unchecked: 0, enabled: true },
  "/api/sets": [],
  "/api/catalog/duplicates": { rows: [], total: 0 },
  "/api/synonyms": [],
  "/api/price-lists": [],
  "/api/imports": [],
  "/api/profiles": [entry("default", { active: true, shipped: true })],
  "/api/queries": { queries: [], total: 0, dropped: 0, enabled: true },
};

let server: TestServer;
let items: number;
beforeEach(async () => {
  items = 0;
  server = await startServer(
    healthy(({ path }) => {
      if (path === "/api/health") return { body: { ...status, items, activeItems: items, faqs: 0 } };
      const name = path.split("?")[0] ?? "";
      const body = EMPTY_PAGES[name as keyof typeof EMPTY_PAGES];
      if (body) return { body };
      return name.endsWith("quality") ? { body: { overall: noFigures, points: [] } } : undefined;
    }),
  );
});
afterEach(() => server.close());

const PAGES = [
  "catalog/history",
  "catalog/prices",
  "catalog/duplicates",
  "catalog/review",
  "bench/inspect",
  "bench/gaps",
  "bench/queries",
  "bench/quality",
  "bench/sets",
  "bench/profiles",
  "catalog/synonyms",
  "settings",
];

test.each(PAGES)("%s leads from an empty catalog to its first items", async (page) => {
  await renderApp(server, `#/${page}`);
  const file = await screen.findByRole("link", { name: "Importar um arquivo" });
  expect(file).toHaveAttribute("href", "#/catalog/import");
  expect(screen.getByRole("button", { name: "Carregar a demonstração" })).toBeEnabled();
  expect(screen.getByRole("link", { name: "Cadastrar o primeiro item" })).toBeInTheDocument();
});

test("the search of questions offers the demo beside a file and a first question", async () => {
  await renderApp(server, "#/faq");
  const file = await screen.findByRole("link", { name: "Importar um arquivo" });
  expect(file).toHaveAttribute("href", "#/catalog/import?kind=faqs");
  expect(screen.getByRole("button", { name: "Carregar a demonstração" })).toBeEnabled();
  expect(screen.getByRole("link", { name: "Escrever a primeira pergunta" })).toBeInTheDocument();
});

test("an import into an empty catalog offers what needs no file, and does not lead to itself", async () => {
  await renderApp(server, "#/catalog/import");
  expect(await screen.findByRole("button", { name: "Carregar a demonstração" })).toBeEnabled();
  expect(screen.getByRole("link", { name: "Cadastrar o primeiro item" })).toBeInTheDocument();
  expect(screen.queryByRole("link", { name: "Importar um arquivo" })).toBeNull();
});

test.each(["bench/sets", "bench/profiles", "catalog/synonyms", "catalog/import", "settings"])(
  "%s says nothing of an empty catalog where there are items",
  async (page) => {
    items = 3;
    await renderApp(server, `#/${page}`);
    await waitFor(() => expect(server.received.some(({ path }) => path === "/api/health")).toBe(true));
    await screen.findByRole("main");
    expect(screen.queryByRole("button", { name: "Carregar a demonstração" })).toBeNull();
  },
);

test.each([
  ["catalog/history", "Abrir a planilha", "#/catalog/items"],
  ["bench/gaps", "Fazer uma busca", "#/search"],
  ["bench/queries", "Fazer uma busca", "#/search"],
  ["bench/quality", "Perguntar na conversa", "#/chat"],
])("%s leads to its first entry where there are items", async (page, name, address) => {
  items = 3;
  await renderApp(server, `#/${page}`);
  expect(await screen.findByRole("link", { name })).toHaveAttribute("href", address);
  expect(screen.queryByRole("link", { name: "Importar um arquivo" })).toBeNull();
});

test("before the first run the queue of suggestions says how one is begun", async () => {
  items = 3;
  await renderApp(server, "#/catalog/review");
  expect(await screen.findByText(/Em “Enriquecer muitos itens”, escolha os campos/)).toBeInTheDocument();
});

test("of nothing of one's own the log leads to what others did", async () => {
  items = 3;
  const { user } = await renderApp(server, "#/catalog/history");
  await user.click(await screen.findByText("Minhas"));
  expect(
    await screen.findByText("Você ainda não alterou itens, perguntas nem categorias."),
  ).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Ver as de todos" }));
  await waitFor(() => expect(screen.getByRole("radio", { name: "De todos" })).toBeChecked());
});
