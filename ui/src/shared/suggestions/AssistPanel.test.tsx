import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { healthy, renderApp } from "../../test/app";
import { startServer, type TestServer } from "../../test/server";
import { parseValue, sureness } from "./suggestions";

const ITEM = {
  id: "0197b5d2-0000-7000-8000-000000000001",
  externalId: "X-1",
  name: "Fungicida <b>azul</b>",
  description: null,
  category: null,
  manufacturer: null,
  price: null,
  currency: "BRL",
  tags: [],
  status: "ativo",
  attributes: {},
  createdAt: "2026-01-01T00:00:00Z",
  updatedAt: "2026-01-01T00:00:00Z",
  version: 3,
};

const entry = (field: string, value: unknown, confidence: number) => ({
  run: "0197b5d2-0000-7000-8000-0000000000aa",
  item: ITEM,
  field,
  traceId: "0197b5d2-0000-7000-8000-0000000000bb",
  suggestion: {
    value,
    currency: "BRL",
    confidence,
    reason: "3 de 4 itens parecidos",
    evidence: [{ type: "item", id: ITEM.id, externalId: "Y-2", name: "Vizinho", quote: "Fungicidas" }],
  },
});

const CHECKED = {
  sampled: 150,
  seed: 7,
  fittedOn: "x",
  fields: [
    {
      field: "price",
      least: 0.4,
      items: 150,
      suggested: 30,
      coverage: 0.2,
      guesses: 90,
      accuracy: 0.4,
      suggestedAccuracy: 0.62,
      calibrationError: 0.04,
      bands: [
        { from: 0.3, to: 0.4, count: 60, confidence: 0.33, accuracy: 0.26 },
        { from: 0.7, to: 0.8, count: 30, confidence: 0.77, accuracy: 0.81 },
      ],
    },
  ],
  p50Ms: 9,
  p95Ms: 20,
};

/** A run that was done although its model failed at every item. */
const DONE = {
  id: "0197b5d2-0000-7000-8000-0000000000aa",
  fields: ["category"],
  state: "done",
  pause: null,
  budgetUsd: null,
  actor: "ana",
  createdAt: "2026-01-01T00:00:00Z",
  items: 3,
  waiting: 0,
  suggested: 3,
  nothing: 0,
  failed: 0,
  withoutModel: 3,
  toReview: 3,
  costUsd: 0,
  failedAttempts: 9,
  lastError: { code: "model_failed", message: "A máquina parou", details: null },
};

let server: TestServer;
let rows: ReturnType<typeof entry>[];
let runs: (typeof DONE)[];

beforeEach(async () => {
  runs = [];
  rows = [entry("category", "Fungicidas", 0.55), entry("tags", ["soja", "milho"], 0.93)];
  server = await startServer(
    healthy(({ path, method, body }) => {
      const address = path.split("?")[0];
      if (address === "/api/catalog/enrichments") return { body: runs };
      if (address?.endsWith("/state")) return { body: runs[0] };
      if (address === "/api/catalog/assist-check") return { body: CHECKED };
      if (address !== "/api/catalog/review") return undefined;
      if (method === "GET") return { body: { rows, total: rows.length } };
      const { field } = JSON.parse(body) as { field: string };
      rows = rows.filter((row) => row.field !== field);
      return { body: { ...ITEM, version: 4 } };
    }),
  );
});
afterEach(() => server.close());

const decisions = () =>
  server.received
    .filter(({ path, method }) => path === "/api/catalog/review" && method === "POST")
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>);

test("suggestions are decided by keys, with the version that the person saw", async () => {
  const { user } = await renderApp(server, "#/catalog/review");
  const first = await screen.findByRole("listitem", { name: "Categoria" });
  expect(first).toHaveTextContent("duvidoso");
  expect(within(first).getByRole("link", { name: "Vizinho (Y-2)" })).toBeInTheDocument();
  expect(screen.getAllByText("Fungicida <b>azul</b>")).not.toHaveLength(0);
  await waitFor(() => expect(first).toHaveFocus());
  await user.keyboard("a");
  await waitFor(() => expect(decisions()).toHaveLength(1));
  expect(decisions()[0]).toMatchObject({ field: "category", outcome: "accepted", version: 3, value: null });
  await waitFor(() => expect(screen.queryByRole("listitem", { name: "Categoria" })).not.toBeInTheDocument());
});

test("an edited suggestion is sent as it was edited", async () => {
  const { user } = await renderApp(server, "#/catalog/review");
  const first = await screen.findByRole("listitem", { name: "Categoria" });
  await waitFor(() => expect(first).toHaveFocus());
  await user.keyboard("e");
  const box = await screen.findByRole("textbox", { name: "Editar a sugestão" });
  await user.clear(box);
  await user.type(box, "Inseticidas");
  await user.click(screen.getByRole("button", { name: "Aceitar como está aqui" }));
  await waitFor(() => expect(decisions()).toHaveLength(1));
  expect(decisions()[0]).toMatchObject({ outcome: "edited", value: "Inseticidas" });
});

test("a price in another currency than that of the packages is refused alone, and says why", async () => {
  const dollars = entry("price", 60, 0.8);
  const item = {
    ...ITEM,
    packages: [{ label: "5 L", code: null, ean: null, price: 298, status: "ativo" }],
  };
  rows = [{ ...dollars, item, suggestion: { ...dollars.suggestion, currency: "USD" } }];
  const { user } = await renderApp(server, "#/catalog/review");
  const card = await screen.findByRole("listitem", { name: "Preço" });
  await waitFor(() => expect(card).toHaveFocus());
  expect(card).toHaveTextContent(/As embalagens têm preços em BRL, e esta sugestão é em USD/);
  await user.keyboard("a");
  expect(within(card).getByRole("button", { name: /^Aceitar/ })).toBeDisabled();
  expect(decisions()).toEqual([]);
  await user.keyboard("r");
  await waitFor(() => expect(decisions()[0]).toMatchObject({ field: "price", outcome: "rejected" }));
});

test("the caret of an edited suggestion stands at the end of its text, where a browser puts it before", async () => {
  const proto: { focus: (this: HTMLElement, options?: FocusOptions) => void } = HTMLElement.prototype;
  const focus = proto.focus;
  vi.spyOn(HTMLElement.prototype, "focus").mockImplementation(function (this: HTMLElement, options) {
    if (this instanceof HTMLTextAreaElement) this.setSelectionRange(0, 0);
    focus.call(this, options);
  });
  const { user } = await renderApp(server, "#/catalog/review");
  const tags = await screen.findByRole("listitem", { name: "Etiquetas" });
  await user.click(within(tags).getByRole("button", { name: /^Editar/ }));
  const box = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Editar a sugestão" });
  await waitFor(() => expect(box).toHaveFocus());
  expect(box.value).not.toBe("");
  expect(box.selectionStart).toBe(box.value.length);
  vi.restoreAllMocks();
});

test("how sure is sure is measured only when asked for, and shown per band", async () => {
  const { user } = await renderApp(server, "#/catalog/review");
  const button = await screen.findByRole("button", { name: "Medir neste catálogo" });
  const listRequests = () =>
    server.received.filter(({ path }) => path.startsWith("/api/catalog/assist-check"));
  expect(listRequests()).toHaveLength(0);
  await user.click(button);
  const table = await screen.findByRole("table", { name: "Preço: sugerido para 20%, 62% deles certos" });
  const rows = within(table).getAllByRole("row").slice(1);
  expect(rows.map((row) => row.textContent)).toEqual(["33%26%60", "77%81%30"]);
  expect(listRequests()).toHaveLength(1);
  expect(listRequests()[0]?.path).toContain("sample=150");
});

test("a run is for what the grid's filters let through", async () => {
  const { user } = await renderApp(server, "#/catalog/review");
  const wizard = within(await screen.findByRole("region", { name: "Enriquecer muitos itens" }));
  await user.type(wizard.getByRole("textbox", { name: "Só itens com este texto" }), "soja");
  await user.click(wizard.getByRole("button", { name: "Filtro" }));
  await user.type(await screen.findByRole("combobox", { name: "Valor" }), "Fungicidas{Enter}");
  await user.click(screen.getByRole("button", { name: "Filtrar" }));
  expect(await wizard.findByRole("button", { name: "Categoria é Fungicidas" })).toBeInTheDocument();
  await user.click(wizard.getByRole("button", { name: "Ver uma amostra e o custo" }));
  const listRequests = () =>
    server.received.filter(({ path }) => path === "/api/catalog/enrichments/preview");
  await waitFor(() => expect(listRequests()).toHaveLength(1));
  expect(JSON.parse(listRequests()[0]?.body ?? "{}")).toMatchObject({
    query: { text: "soja", filters: [{ column: "category", test: "is", values: ["Fungicidas"] }] },
  });
});

test("a run that was done without its model says so and can be tried again", async () => {
  runs = [DONE];
  const { user } = await renderApp(server, "#/catalog/review");
  const list = within(await screen.findByRole("region", { name: "Execuções" }));
  expect(
    list.getByText("3 itens foram feitos só com itens parecidos, porque o modelo falhou."),
  ).toBeInTheDocument();
  expect(list.getByRole("status")).toHaveTextContent("A máquina parou [model_failed]");
  await user.click(list.getByRole("button", { name: "Repetir o que falhou" }));
  const listRequests = () => server.received.filter(({ path }) => path.endsWith(`${DONE.id}/state`));
  await waitFor(() => expect(listRequests()).toHaveLength(1));
  expect(JSON.parse(listRequests()[0]?.body ?? "{}")).toMatchObject({ action: "retry" });
});

test("what is typed is read by its field", () => {
  expect(parseValue("price", "1.234,50")).toBe(1234.5);
  expect(parseValue("price", "12.5")).toBe(12.5);
  expect(parseValue("price", "-1")).toBeNull();
  expect(parseValue("tags", "soja; milho;")).toEqual(["soja", "milho"]);
  expect(parseValue("category", "  ")).toBeNull();
});

test("words stand for parts of what is right", () => {
  expect([0.95, 0.75, 0.4].map(sureness)).toEqual(["sure", "likely", "doubtful"]);
});

test("what a run has found is in the queue as soon as the run counts it", async () => {
  rows = [];
  runs = [{ ...DONE, state: "running", toReview: 0, lastError: DONE.lastError }];
  await renderApp(server, "#/catalog/review");
  expect(await screen.findByText("Nada espera por você.")).toBeInTheDocument();
  rows = [entry("category", "Fungicidas", 0.55)];
  runs = [{ ...DONE, toReview: 1 }];
  expect(await screen.findByRole("listitem", { name: "Categoria" })).toBeInTheDocument();
  expect(screen.queryByText("Nada espera por você.")).toBeNull();
});
