import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { CategoryEntry, ChangeCategory } from "../../../bindings";
import { meOf } from "../../../test/account";
import { healthy, renderApp } from "../../../test/app";
import { startServer, type TestServer } from "../../../test/server";
import { arrangeTree, listRows } from "./tree";

let server: TestServer;
let rows: CategoryEntry[];
let sent: ChangeCategory[];

function entry(name: string, parent: string | null, items: number, version = 1): CategoryEntry {
  return { name, parent, version, active: items, items, activeInAll: items, itemsInAll: items };
}

const preview = {
  name: "Mata-mato",
  version: 3,
  items: 12,
  below: 0,
  expected: [],
  mentions: [
    { kind: "field", name: "Teor <b>" },
    { kind: "view", name: null },
  ],
};

const expectation = {
  category: "Herbicidas",
  items: 12,
  attributes: [
    { key: "teor", items: 12, share: 1, expected: true, own: true, inheritedFrom: null },
    { key: "registro", items: 6, share: 0.5, expected: true, own: false, inheritedFrom: "Defensivos" },
    { key: "cor", items: 1, share: 0.08, expected: false, own: false, inheritedFrom: null },
  ],
  settled: null,
};

/** Required above, in another spelling. */
const fields = [
  { key: "registro", name: "Registro", unit: "MAPA", requiredIn: ["defensivos"], expectedIn: [] },
];

beforeEach(async () => {
  sessionStorage.clear();
  rows = [
    entry("Defensivos", null, 0),
    entry("Herbicidas", "Defensivos", 12, 3),
    entry("Adubos", null, 4, 0),
  ];
  sent = [];
  server = await startServer(
    healthy(({ method, path, body }) => {
      if (path === "/api/catalog/categories/preview") return { body: preview };
      if (path === "/api/catalog/fields") return { body: fields };
      if (path.startsWith("/api/catalog/expectation")) return { body: expectation };
      if (path !== "/api/catalog/categories") return undefined;
      if (method !== "PUT") return { body: { rows, total: rows.length } };
      const asked = JSON.parse(body) as ChangeCategory;
      sent.push(asked);
      const name = asked.change.type === "rename" ? asked.change.name : "";
      rows = rows.map((row) => (row.name === "Herbicidas" ? { ...row, name } : row));
      return { body: { operationId: "11111111-0000-4000-8000-000000000001", name, items: 12 } };
    }),
  );
});
afterEach(async () => {
  cleanup();
  await server.close();
});

test("the keyboard walks the tree, and a rename is made once its effect is seen", async () => {
  const { user } = await renderApp(server, "#/catalog/categories");
  const tree = within(await screen.findByRole("tree", { name: "Categorias" }));
  const names = () => tree.getAllByRole("treeitem").map((row) => row.dataset.row);
  expect(names()).toEqual(["Adubos", "Defensivos", "Herbicidas"]);
  tree.getByRole("treeitem", { name: /^Adubos/ }).focus();
  await user.keyboard("d{ArrowLeft}");
  expect(names()).toEqual(["Adubos", "Defensivos"]);
  await user.keyboard("{ArrowRight}{ArrowRight}");
  await waitFor(() => expect(tree.getByRole("treeitem", { name: /^Herbicidas/ })).toHaveFocus());
  expect(tree.getByRole("treeitem", { name: /^Herbicidas/ })).toHaveAttribute("aria-level", "2");
  await user.keyboard("{Enter}");
  await user.click(await screen.findByRole("button", { name: "Renomear" }));
  const dialog = within(await screen.findByRole("dialog"));
  const name = dialog.getByRole("textbox", { name: /^Nome/ });
  await user.clear(name);
  await user.type(name, "adubos");
  expect(dialog.getByText("A categoria «Adubos» já existe.")).toBeInTheDocument();
  expect(dialog.getByRole("button", { name: "Renomear" })).toBeDisabled();
  await user.clear(name);
  await user.type(name, "Mata-mato");
  expect(await dialog.findByText("12 itens recebem outra categoria.")).toBeInTheDocument();
  expect(dialog.getByText("Teor <b>")).toBeInTheDocument();
  expect(dialog.getByText("A visão de outra pessoa que filtra por ela")).toBeInTheDocument();
  await user.click(dialog.getByRole("button", { name: "Renomear" }));
  expect(await screen.findByText("Categoria «Herbicidas» renomeada para «Mata-mato».")).toBeInTheDocument();
  const change = { type: "rename", category: "Herbicidas", name: "Mata-mato" };
  expect(sent).toMatchObject([{ change, version: 3 }]);
  expect(await screen.findByRole("heading", { name: "Mata-mato" })).toBeInTheDocument();
});

test("a category says what is expected of its items and from where it inherits that", async () => {
  await renderApp(server, "#/catalog/categories?category=Herbicidas");
  const expected = within(await screen.findByRole("region", { name: "O que se espera dos itens" }));
  const rows = expected.getAllByRole("listitem").map((row) => row.textContent);
  expect(rows).toEqual(["Teor", "Registro (MAPA) · obrigatório · herdado de Defensivos"]);
});

test("a seller reads the tree and changes nothing", async () => {
  server.handle(
    healthy(({ path }) => {
      if (path === "/api/me") return { body: meOf("bia", "seller") };
      return path === "/api/catalog/categories" ? { body: { rows, total: rows.length } } : undefined;
    }),
  );
  const { user } = await renderApp(server, "#/catalog/categories");
  await user.click(await screen.findByRole("treeitem", { name: /^Herbicidas/ }));
  expect(await screen.findByRole("heading", { name: "Herbicidas" })).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Renomear" })).toBeNull());
  expect(screen.queryByRole("button", { name: "Nova categoria" })).toBeNull();
});

test("a search shows what holds the text with what leads to it, whatever is closed", () => {
  const many = Array.from({ length: 2_000 }, (_, at) => entry(`Categoria ${at}`, null, 1));
  const tree = arrangeTree([...many, ...rows]);
  const found = listRows(tree, new Set(["defensivos"]), "HERBÍ");
  expect(found.map(({ category, level, isOpen }) => [category.name, level, isOpen])).toEqual([
    ["Defensivos", 1, true],
    ["Herbicidas", 2, null],
  ]);
  expect(listRows(tree, new Set(["defensivos"]), "")).toHaveLength(2_002);
});
