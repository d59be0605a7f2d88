import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Data } from "../../../api/command";
import { healthy, renderApp } from "../../../test/app";
import { status } from "../../../test/records";
import {
  holdAnswers,
  startServer,
  type Answer,
  type ReceivedRequest,
  type TestServer,
} from "../../../test/server";
import { forgetOperations, noteOperation, ownOperations } from "../shared/ownOperations";
import type { Operation } from "./types";

const operation = (id: string, change: Partial<Operation>): Operation => ({
  id,
  kind: "update-item",
  actor: "ana",
  mine: true,
  source: "person",
  confirmedBy: null,
  at: "2026-01-01T12:00:00Z",
  records: 1,
  categories: 0,
  record: null,
  created: 0,
  fields: ["price"],
  undoneBy: null,
  undoes: null,
  undoable: true,
  whyNot: null,
  ...change,
});
const record = (kind: "items" | "faqs", name: string, externalId: string | null) => ({
  id: "0192f0a0-0000-7000-8000-000000000001",
  kind,
  name,
  externalId,
});

let server: TestServer;
beforeEach(async () => {
  server = await startServer(healthy());
});
afterEach(async () => {
  cleanup();
  forgetOperations();
  await server.close();
});

test("an operation on one record says which, one on many how many", async () => {
  const rows = [
    operation("a", { record: record("items", "Ureia <b>45%</b>", "U-1") }),
    operation("b", { kind: "update-faq", record: record("faqs", "Entregam?", null) }),
    operation("c", { kind: "bulk-edit", records: 1200 }),
    operation("d", { kind: "create-item", undoable: false, whyNot: "purged" }),
    operation("e", { kind: "assistant-action", source: "assistant", confirmedBy: "ana" }),
  ];
  server.handle(
    healthy(({ path }) => (path.startsWith("/api/operations") ? { body: { rows, total: 5 } } : undefined)),
  );
  await renderApp(server, "#/catalog/history");
  const list = await screen.findByRole("list", { name: /^Operações/ });
  const lines = within(list).getAllByRole("listitem");
  const line = (at: number) => within(lines[at] as HTMLElement);
  expect(line(0).getByRole("button", { name: "Item alterado Ureia <b>45%</b> U-1 Preço" })).toBeTruthy();
  expect(line(0).queryByText(/registro/)).toBeNull();
  expect(line(1).getByText("Entregam?")).toBeTruthy();
  expect(line(2).getByText("1.200 registros")).toBeTruthy();
  expect(line(3).getByText("1 registro")).toBeTruthy();
  expect(line(3).getByText(/^ana/, { selector: "bdi" }).parentElement).toHaveTextContent("ana · à mão");
  expect(line(4).getByText("assistente, confirmado por ana")).toBeTruthy();
});

test("an import of stock has the name of its file, and of pictures it is their order that changed", async () => {
  const rows = [
    operation("a", { kind: "import-stock", source: "import", subject: "saldo <i>.xlsx", fields: ["stock"] }),
    operation("b", { kind: "order-images", fields: ["images"] }),
  ];
  const changes = [
    {
      recordId: "r1",
      kind: "items",
      name: "Ureia",
      version: 1,
      changes: [
        {
          field: "images",
          from: [{ names: ["frente.jpg", "verso.jpg"] }],
          to: [{ names: ["verso.jpg", "frente.jpg"] }],
        },
      ],
    },
  ];
  server.handle(
    healthy(({ path }) => {
      if (path.startsWith("/api/operations/b"))
        return { body: { operation: rows[1], tree: [], changes, total: 1 } };
      return path.startsWith("/api/operations") ? { body: { rows, total: 2 } } : undefined;
    }),
  );
  const { user } = await renderApp(server, "#/catalog/history");
  expect(
    await screen.findByRole("button", { name: "Estoque importado saldo <i>.xlsx Estoque" }),
  ).toBeTruthy();
  await user.click(screen.getByRole("button", { name: /^Ordem das fotos\s*$/ }));
  const list = within(await screen.findByRole("list", { name: /^Operações/ }));
  expect(await list.findByText("1. frente.jpg · 2. verso.jpg")).toBeTruthy();
  expect(list.getByText("1. verso.jpg · 2. frente.jpg")).toBeTruthy();
});

test("a change of the tree says which category, and opened where they went and what went along", async () => {
  const rows = [
    operation("a", {
      kind: "move-category",
      records: 0,
      categories: 2,
      fields: [],
      subject: "Herbicidas <b>",
    }),
  ];
  const tree = [
    { mention: null, name: "Herbicidas", from: "Herbicidas", to: "Defensivos › Herbicidas" },
    { mention: null, name: "Defensivos", from: null, to: "Defensivos" },
    { mention: "field", name: "Teor", from: null, to: null },
    { mention: "view", name: null, from: null, to: null },
  ];
  server.handle(
    healthy(({ path }) => {
      if (path.startsWith("/api/operations/a"))
        return { body: { operation: rows[0], tree, changes: [], total: 0 } };
      return path.startsWith("/api/operations") ? { body: { rows, total: 1 } } : undefined;
    }),
  );
  const { user } = await renderApp(server, "#/catalog/history");
  const opener = await screen.findByRole("button", {
    name: "Categoria movida Herbicidas <b>",
  });
  expect(screen.queryByText(/\d categoria/)).toBeNull();
  await user.click(opener);
  const lines = within(
    await screen.findByRole("list", { name: "Categorias, e o que foi junto" }),
  ).getAllByRole("listitem");
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    "Categoria: Herbicidas  Defensivos › Herbicidas",
    "Categoria: no topo  Defensivos",
    "Campo que a exige: Teor",
    "Vista que filtra por ela: de outra pessoa, ou que não existe mais",
  ]);
});

test.each([
  [
    { kind: "import-stock", subject: "saldo <i>.xlsx", records: 5 },
    "Estoque importado: saldo <i>.xlsx, por ana,",
  ],
  [{ record: record("items", "Ureia", "U-1") }, "Item alterado: Ureia, por ana,"],
  [{ kind: "bulk-edit", records: 2 }, "Edição em massa, por ana,"],
])("the dialog says what is taken back: %#", async (change: Partial<Operation>, about) => {
  const rows = [operation("a", change)];
  server.handle(
    healthy(({ path, method }) => {
      if (!path.startsWith("/api/operations")) return undefined;
      if (method === "GET") return { body: { rows, total: 1 } };
      return { body: outcome({ operationId: null }) };
    }),
  );
  const { dialog } = await askToUndo();
  expect(await dialog.findByText((text) => text.startsWith(about))).toBeInTheDocument();
});

test("what taking back would do is asked for again where the answer did not come", async () => {
  let busy = true;
  const rows = [operation("a", { record: record("items", "Ureia", "U-1") })];
  server.handle(
    healthy(({ path, method }) => {
      if (!path.startsWith("/api/operations")) return undefined;
      if (method === "GET") return { body: { rows, total: 1 } };
      if (busy)
        return { status: 503, body: { code: "database_stuck", message: "Sem resposta", details: null } };
      return { body: { operationId: null, undone: 1, deleted: 0, conflicts: [], untouchable: [], rows: [] } };
    }),
  );
  const { user } = await renderApp(server, "#/catalog/history");
  await user.click(await screen.findByRole("button", { name: "Desfazer" }));
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByText("Sem resposta");
  busy = false;
  await user.click(dialog.getByRole("button", { name: "Tentar de novo" }));
  expect(await dialog.findByText("1 registro voltaria ao que era.")).toBeTruthy();
  expect(dialog.queryByText("Sem resposta")).toBeNull();
});

type UndoAnswer = Data<"undoOperation">;
const outcome = (change: Partial<UndoAnswer> = {}): UndoAnswer => ({
  operationId: "undo-a",
  undone: 2,
  deleted: 0,
  conflicts: [],
  conflictCount: 0,
  untouchable: [],
  untouchableCount: 0,
  ...change,
});

/** A log of one bulk edit; `undo` answers the dry run and the undo itself. */
function serveBulkEdit(
  undo: (dryRun: boolean) => Answer,
  special?: (request: ReceivedRequest) => Answer | undefined,
) {
  const rows = [operation("a", { kind: "bulk-edit", records: 2 })];
  server.handle(
    healthy((request) => {
      const { path, method, body } = request;
      if (!path.startsWith("/api/operations")) return undefined;
      const answer = special?.(request);
      if (answer) return answer;
      if (method === "GET") return { body: { rows, total: 1 } };
      return undo((JSON.parse(body) as { dryRun?: boolean }).dryRun === true);
    }),
  );
}
const undos = () =>
  server.received
    .filter(({ method, path }) => method === "POST" && path === "/api/operations/a/undo")
    .map(({ body }) => JSON.parse(body) as { dryRun?: boolean; operationId?: string });

async function askToUndo() {
  const { user } = await renderApp(server, "#/catalog/history");
  await user.click(await screen.findByRole("button", { name: "Desfazer" }));
  return { user, dialog: within(await screen.findByRole("dialog", { name: "Desfazer esta operação?" })) };
}

describe("taking an operation back", () => {
  test("says first how much would go back, then does it once and can be undone in turn", async () => {
    noteOperation({ id: "a", label: "Edição em massa" });
    serveBulkEdit((dryRun) => ({ body: outcome({ operationId: dryRun ? null : "undo-a", deleted: 1 }) }));
    const { user, dialog } = await askToUndo();
    expect(
      await dialog.findByText(/^2 registros voltariam ao que eram\. 1 foi criado por ela/),
    ).toBeInTheDocument();
    const button = dialog.getByRole("button", { name: "Desfazer" });
    await waitFor(() => expect(button).toHaveFocus());
    await user.keyboard("{Enter}");
    expect(await screen.findByText("Desfeito em 2 registros")).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const real = undos().filter(({ dryRun }) => !dryRun);
    expect(real).toHaveLength(1);
    expect(real[0]?.operationId).toMatch(/^[0-9a-f-]{36}$/);
    expect(ownOperations().done).toEqual([{ id: "undo-a", label: "Desfeito em 2 registros" }]);
  });

  test("of the last of a page is said and noted, though the undo itself pushes it off the page", async () => {
    noteOperation({ id: "op-49", label: "Edição em massa" });
    const counts = holdAnswers();
    let rows = Array.from({ length: 50 }, (_, at) =>
      operation(`op-${at}`, { kind: "bulk-edit", records: 2 }),
    );
    let isUndone = false;
    server.handle(
      healthy(({ path, method, body }) => {
        if (path === "/api/health" && isUndone) return { body: status, after: counts.until };
        if (!path.startsWith("/api/operations")) return undefined;
        if (method === "GET") return { body: { rows, total: 50 } };
        if ((JSON.parse(body) as { dryRun?: boolean }).dryRun)
          return { body: outcome({ operationId: null }) };
        isUndone = true;
        rows = [operation("undo-a", { kind: "undo", undoable: false }), ...rows.slice(0, 49)];
        return { body: outcome() };
      }),
    );
    const { user } = await renderApp(server, "#/catalog/history");
    const list = await screen.findByRole("list", { name: /^Operações/ });
    await user.click(within(list).getAllByRole("button", { name: "Desfazer" }).at(-1) as HTMLElement);
    const dialog = within(await screen.findByRole("dialog", { name: "Desfazer esta operação?" }));
    await dialog.findByText(/^2 registros voltariam/);
    await user.click(dialog.getByRole("button", { name: "Desfazer" }));
    expect(await screen.findByText("Desfeito em 2 registros")).toBeInTheDocument();
    await waitFor(() => expect(within(list).getAllByRole("button", { name: "Desfazer" })).toHaveLength(49));
    counts.release();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(ownOperations().done).toEqual([{ id: "undo-a", label: "Desfeito em 2 registros" }]);
  });

  test("names what was changed since, with all three values and by whom, and what cannot come back", async () => {
    const conflict = {
      recordId: "i1",
      kind: "items",
      name: "Ureia <b>45%</b>",
      field: "price",
      from: 10,
      to: 12,
      now: 15,
      changedBy: "rosa",
      changedAt: "2026-01-02T12:00:00Z",
      operationId: "b",
    } as const;
    const untouchable = [{ recordId: "i2", reason: "externalIdTaken" as const }];
    serveBulkEdit(() => ({
      body: outcome({ conflicts: [conflict], conflictCount: 7, untouchable, untouchableCount: 1 }),
    }));
    const { dialog } = await askToUndo();
    expect(await dialog.findByText("7 campos foram alterados depois e ficam como estão")).toBeInTheDocument();
    const line = within(dialog.getByText("Ureia <b>45%</b>").closest("li") as HTMLElement);
    const values = line.getAllByRole("definition").map(({ textContent }) => textContent);
    expect(values).toEqual(["10,00", "12,00", expect.stringMatching(/^15,00 rosa, 2 de jan/)]);
    expect(dialog.getByText("1 registro não pode voltar")).toBeInTheDocument();
    expect(dialog.getByText(/outro registro tem o código externo dele/)).toBeInTheDocument();
  });

  test("names the categories that stand below one that was made, and says of nothing that it was changed", async () => {
    const values = { from: null, to: null, now: "Foliares", changedBy: null, changedAt: null };
    const place = { kind: "items", name: "Adubos", field: "categoriesBelow" } as const;
    const conflict = { recordId: "c1", operationId: null, ...place, ...values };
    const nothing = { operationId: null, undone: 0, conflicts: [conflict], conflictCount: 1 };
    serveBulkEdit(() => ({ body: outcome(nothing) }));
    const { dialog } = await askToUndo();
    expect(await dialog.findByText("Não sai da árvore enquanto outras estão abaixo")).toBeInTheDocument();
    const line = dialog.getByText("Adubos").closest("li");
    expect(line).toHaveTextContent("Adubos · Há categorias abaixo dela: Foliares");
    expect(dialog.queryByText(/alterado/)).toBeNull();
  });

  test("is not offered where nothing would go back, and Cancel leaves all as it is", async () => {
    serveBulkEdit(() => ({ body: outcome({ operationId: null, undone: 0 }) }));
    const { user, dialog } = await askToUndo();
    expect(await dialog.findByText("0 registros voltariam ao que eram.")).toBeInTheDocument();
    expect(dialog.getByRole("button", { name: "Desfazer" })).toBeDisabled();
    await user.click(dialog.getByRole("button", { name: "Cancelar" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(undos().every(({ dryRun }) => dryRun)).toBe(true);
  });

  test("that is refused says why where it was asked for", async () => {
    const body = { code: "busy", message: "Uma importação está em curso", details: null };
    serveBulkEdit((dryRun) => (dryRun ? { body: outcome() } : { status: 409, body }));
    const { user, dialog } = await askToUndo();
    await dialog.findByText(/^2 registros voltariam/);
    await user.click(dialog.getByRole("button", { name: "Desfazer" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent("Uma importação está em curso");
    expect(ownOperations().done).toEqual([]);
  });
});

describe("the log", () => {
  test("opens an operation: which records, what of them, and those that are gone", async () => {
    const change = { field: "price", from: 10, to: 12 };
    const changes = [
      { recordId: "i1", kind: "items", name: "Ureia", version: 2, changes: [change] },
      { recordId: "f1", kind: "faqs", name: "Entregam?", version: 1, changes: [] },
      { recordId: "i9", kind: "items", name: null, version: 3, changes: [change] },
    ];
    serveBulkEdit(
      () => ({ status: 500 }),
      ({ path }) =>
        path.startsWith("/api/operations/a") ? { body: { tree: [], changes, total: 40 } } : undefined,
    );
    const { user } = await renderApp(server, "#/catalog/history");
    const opener = await screen.findByRole("button", { name: /^Edição em massa/ });
    expect(opener).toHaveAttribute("aria-expanded", "false");
    await user.click(opener);
    expect(await screen.findByRole("link", { name: "Ureia" })).toHaveAttribute(
      "href",
      expect.stringContaining("item=i1"),
    );
    expect(screen.getByText("Entregam?")).toBeInTheDocument();
    expect(screen.getByText(/criado/)).toBeInTheDocument();
    expect(screen.getByText("registro que não existe mais")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Mostrar mais (3 de 40)" }));
    await waitFor(() =>
      expect(server.received.some(({ path }) => path === "/api/operations/a?limit=100")).toBe(true),
    );
  });

  test("is narrowed to one's own, and turned page by page", async () => {
    const rows = [operation("a", { kind: "bulk-edit" })];
    server.handle(
      healthy(({ path }) =>
        path.startsWith("/api/operations") ? { body: { rows, total: 120 } } : undefined,
      ),
    );
    const findRequest = () =>
      server.received.filter(({ path }) => path.startsWith("/api/operations?")).at(-1)?.path;
    const { user } = await renderApp(server, "#/catalog/history");
    expect(await screen.findByText("1 a 50 de 120")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Mais novas" })).toBeDisabled();
    await user.click(screen.getByRole("button", { name: "Mais antigas" }));
    expect(await screen.findByText("51 a 100 de 120")).toBeInTheDocument();
    await waitFor(() => expect(findRequest()).toContain("offset=50"));
    await user.click(screen.getByRole("radio", { name: "Minhas" }));
    expect(await screen.findByText("1 a 50 de 120")).toBeInTheDocument();
    await waitFor(() => expect(findRequest()).toMatch(/offset=0.*mine=true/));
  });
});
