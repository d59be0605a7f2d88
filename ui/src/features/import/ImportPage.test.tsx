import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setHostKind } from "../../host/kind";
import { healthy, renderApp } from "../../test/app";
import { startServer, type ReceivedRequest, type TestServer } from "../../test/server";

const UPLOAD = "00000000-0000-4000-8000-000000000001";
const RUN = "00000000-0000-4000-8000-000000000002";
const facts = {
  format: "csv",
  encoding: "UTF-8",
  separator: ";",
  sheet: null as string | null,
  sheets: [] as string[],
  headerRow: 1,
  preset: "plain",
};
const broken = {
  row: 3,
  line: 5,
  column: "Vlr",
  value: "caro",
  valueCut: false,
  code: "invalid_price",
  allowed: "0..999" as string | null,
  message: "not a price (0..999)",
};

let server: TestServer;
/** What the program says at the end of an import that was asked for with these fixes. */
const outcome = (fixes: unknown[], dryRun: boolean) => ({
  report: {
    created: 1 + fixes.length,
    updated: 0,
    unchanged: 0,
    rejected: 1 - fixes.length,
    errors: fixes.length > 0 ? [] : [broken],
    errorCount: 1 - fixes.length,
    warnings: [] as unknown[],
    leftOut: 0,
    doubts: [] as unknown[],
    newValues: [] as unknown[],
    newValueCount: 0,
    changedFields: [] as unknown[],
    dryRun,
    file: facts,
  },
  lookalikes: [],
  lookalikeCount: 0,
});
const state = (dryRun: boolean, result: unknown) => ({
  id: RUN,
  uploadId: UPLOAD,
  fileName: "lista.csv",
  kind: "items",
  dryRun,
  phase: "reading",
  rows: 2,
  percent: 100 as number | null,
  moved: null as number | null,
  seconds: 0,
  result,
  error: null,
});

function answer({ method, path, body }: ReceivedRequest) {
  if (path.startsWith(`/api/uploads/${UPLOAD}?`) && method === "PUT") return { body: { received: 8 } };
  const sent = (body === "" ? {} : JSON.parse(body)) as { fixes?: unknown[] };
  if (path === "/api/uploads") return { body: { id: UPLOAD, pieceBytes: 8 } };
  if (path === "/api/imports/columns") {
    const columns = [
      { name: "Cod", target: "externalId", samples: ["Q-1"], foundType: "text", valueType: null },
      {
        name: "Mercadoria",
        target: "attribute",
        samples: ["Enxada <b>"],
        foundType: "text",
        valueType: null,
      },
      { name: "Vlr", target: "attribute", samples: ["1,50"], foundType: "number", valueType: null },
    ];
    const head = [
      { row: 1, cells: ["Cod", "Mercadoria", "Vlr"] },
      { row: 2, cells: ["Q-1", "Enxada <b>", "1,50"] },
    ];
    const { headerRow = 1 } = JSON.parse(body) as { headerRow?: number };
    const file = { ...facts, sheet: "Preços", sheets: ["Capa", "Preços"], headerRow: headerRow ?? 1 };
    return { body: { file, columns, columnCount: 3, head, remembered: false } };
  }
  if (path === "/api/imports/preview") return { body: state(true, outcome(sent.fixes ?? [], true)) };
  if (path === "/api/imports" && method === "GET") return { body: [] };
  if (path.startsWith(`/api/imports/${RUN}/rows?`)) return { body: { rows: [], listed: 0, total: 0 } };
  if (path === "/api/imports") return { body: state(false, outcome(sent.fixes ?? [], false)) };
  return undefined;
}

beforeEach(async () => {
  server = await startServer(healthy(answer));
});
afterEach(() => {
  setHostKind("browser");
  return server.close();
});

const sent = (path: string) =>
  server.received
    .filter((one) => one.path === path && one.method !== "GET")
    .map(({ body }) => JSON.parse(body) as unknown);

async function atColumns() {
  const { user } = await renderApp(server, "#/catalog/import");
  return sendFile(user);
}

async function sendFile(user: UserEvent) {
  const field = await screen.findByLabelText("Escolher arquivo", { selector: "input" });
  await user.upload(field, new File(["Cod;Mercadoria;Vlr\nQ-1;Enxada;1,50\n"], "lista.csv"));
  await screen.findByRole("heading", { name: "O que é cada coluna?" });
  return user;
}

test("a file goes in pieces, its columns are said, a cell is corrected, and it is imported", async () => {
  const user = await atColumns();
  expect(server.received.filter(({ method }) => method === "PUT")).toHaveLength(5);
  expect(screen.getByText("Enxada <b>")).toBeTruthy();

  await user.selectOptions(screen.getByLabelText("Destino da coluna Mercadoria"), "name");
  await user.selectOptions(screen.getByLabelText("Destino da coluna Vlr"), "price");
  await user.click(screen.getByRole("button", { name: "Conferir" }));

  const row = within(await screen.findByRole("row", { name: /caro/ }));
  expect(row.getByText("Não é um preço. Permitido: de 0 a 999")).toBeTruthy();
  expect(row.getByText("no arquivo de texto: 5")).toBeTruthy();
  const cell = row.getByLabelText("Valor certo para a linha 3, coluna Vlr");
  await user.clear(cell);
  await user.type(cell, "2,75{Control>}{Enter}{/Control}");
  await user.click(await screen.findByRole("button", { name: "Conferir de novo" }));
  await user.click(await screen.findByRole("button", { name: "Importar 2 registros" }));
  await screen.findByRole("heading", { name: "Importação concluída" });
  expect(screen.getByText("Tudo gravado, numa só operação.")).toBeTruthy();

  const [run] = sent("/api/imports") as [Record<string, unknown>];
  expect(run["columns"]).toEqual([
    { column: "Cod", target: "externalId", valueType: null },
    { column: "Mercadoria", target: "name", valueType: null },
    { column: "Vlr", target: "price", valueType: null },
  ]);
  expect([run["sheet"], run["headerRow"]]).toEqual(["Preços", 1]);
  expect(run["fixes"]).toEqual([{ row: 3, column: "Vlr", value: "2,75" }]);
  expect(run["operationId"]).toMatch(/^[0-9a-f-]{36}$/);
});

test("corrections that are not imported yet are not left behind without a word", async () => {
  const user = await atColumns();
  await user.selectOptions(screen.getByLabelText("Destino da coluna Mercadoria"), "name");
  await user.click(screen.getByRole("button", { name: "Conferir" }));
  const closing = () => {
    const event = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  await screen.findByRole("row", { name: /caro/ });
  expect(closing()).toBe(false);
  const cell = screen.getByLabelText("Valor certo para a linha 3, coluna Vlr");
  await user.clear(cell);
  await user.type(cell, "2,75");
  const leave = () => user.click(screen.getByRole("link", { name: "Buscar" }));
  await leave();
  const dialog = within(await screen.findByRole("dialog", { name: "Sair da importação?" }));
  expect(dialog.getByText(/1 correção feita aqui/)).toBeTruthy();
  expect(closing()).toBe(true);
  await user.click(dialog.getByRole("button", { name: "Ficar" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByLabelText("Valor certo para a linha 3, coluna Vlr")).toHaveProperty("value", "2,75");
  await leave();
  await user.click(await screen.findByRole("button", { name: "Sair e descartar" }));
  await screen.findByRole("search");
  expect(closing()).toBe(false);
});

async function typeFirstCorrection() {
  const user = await atColumns();
  await user.selectOptions(screen.getByLabelText("Destino da coluna Mercadoria"), "name");
  await user.click(screen.getByRole("button", { name: "Conferir" }));
  const cell = await screen.findByLabelText("Valor certo para a linha 3, coluna Vlr");
  await user.clear(cell);
  await user.type(cell, "2,75");
  return user;
}

test("another file is not taken over corrections without a question", async () => {
  const user = await typeFirstCorrection();
  const chooseOther = () => user.click(screen.getByRole("button", { name: "Outro arquivo" }));
  await chooseOther();
  const dialog = within(await screen.findByRole("dialog", { name: "Descartar o que foi corrigido?" }));
  expect(dialog.getByText(/1 correção feita aqui/)).toBeInTheDocument();
  await user.click(dialog.getByRole("button", { name: "Não descartar" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByLabelText("Valor certo para a linha 3, coluna Vlr")).toHaveProperty("value", "2,75");
  await chooseOther();
  await user.click(await screen.findByRole("button", { name: "Descartar" }));
  expect(await screen.findByLabelText("Escolher arquivo", { selector: "input" })).toBeInTheDocument();
});

test("a typed address asks also while the first correction is still being typed", async () => {
  await typeFirstCorrection();
  window.location.hash = "#/search";
  expect(await screen.findByRole("dialog", { name: "Sair da importação?" })).toBeInTheDocument();
});

test("the window asks before it closes over corrections that are not imported", async () => {
  // The guards listen from the first drawing on; files are sent as in a browser.
  setHostKind("window");
  const { user } = await renderApp(server, "#/catalog/import");
  await screen.findByLabelText("Escolher arquivo", { selector: "input" });
  setHostKind("browser");
  await sendFile(user);
  const bridge = (window as unknown as { __TAURI_INTERNALS__: { invoke: () => Promise<unknown> } })
    .__TAURI_INTERNALS__;
  const invoke = vi.spyOn(bridge, "invoke").mockName("bridge");
  const holds = () =>
    (invoke.mock.calls as unknown as [string, { req: { hold: string } }][])
      .filter(([command]) => command === "hold_window")
      .map(([, { req }]) => req.hold);
  const close = () => window.dispatchEvent(new Event("celeiro:closing"));
  await user.selectOptions(screen.getByLabelText("Destino da coluna Mercadoria"), "name");
  await user.click(screen.getByRole("button", { name: "Conferir" }));
  await user.type(await screen.findByLabelText("Valor certo para a linha 3, coluna Vlr"), "2,75");
  close();
  const asked = within(await screen.findByRole("dialog", { name: "Fechar a janela?" }));
  await user.click(asked.getByRole("button", { name: "Deixar aberta" }));
  await waitFor(() => expect(holds()).toEqual(["ask"]));
  close();
  await user.click(await screen.findByRole("button", { name: "Fechar e descartar" }));
  await waitFor(() => expect(holds()).toEqual(["ask", "close"]));
});

test("the result counts what was stored and what was not, and says all only of all", async () => {
  const user = await atColumns();
  await user.selectOptions(screen.getByLabelText("Destino da coluna Mercadoria"), "name");
  await user.click(screen.getByRole("button", { name: "Conferir" }));
  await user.click(await screen.findByRole("button", { name: "Importar 1 registro" }));
  await screen.findByRole("heading", { name: "Importação concluída" });
  expect(screen.queryByText(/Tudo gravado/)).toBeNull();
  const said = screen.getByText(/1 registro gravado, numa só operação\./);
  expect(said).toHaveTextContent("1 linha com erro não foi gravada.");
});

test("sheet and header are chosen, and so is the type of a column", async () => {
  const user = await atColumns();
  await user.selectOptions(screen.getByLabelText("Linha do cabeçalho"), "2");
  await waitFor(() => expect(sent("/api/imports/columns")).toHaveLength(2));
  await user.selectOptions(screen.getByLabelText("Planilha do arquivo"), "Capa");
  await waitFor(() => expect(sent("/api/imports/columns")).toHaveLength(3));
  const [, header, sheet] = sent("/api/imports/columns");
  expect(header).toMatchObject({ sheet: "Preços", headerRow: 2 });
  expect(sheet).toMatchObject({ sheet: "Capa", headerRow: null });

  await user.selectOptions(screen.getByLabelText("Destino da coluna Mercadoria"), "name");
  const type = screen.getByLabelText("Tipo da coluna Vlr");
  expect(within(type).getByRole("option", { name: "Descobrir: número" })).toHaveProperty("selected", true);
  await user.selectOptions(type, "texto");
  await user.click(screen.getByRole("button", { name: "Conferir" }));
  await screen.findByRole("row", { name: /caro/ });
  const [preview] = sent("/api/imports/preview") as [{ columns: unknown[] }];
  expect(preview.columns[2]).toEqual({ column: "Vlr", target: "attribute", valueType: "text" });
});

test("a sheet that cannot be read is tried again as it was chosen, and the file is not checked", async () => {
  const user = await atColumns();
  const empty = { code: "file_unreadable", message: "A planilha «Capa» está vazia", details: null };
  server.handle(
    healthy((request) => {
      const isEmpty = request.path === "/api/imports/columns" && request.body.includes("Capa");
      return isEmpty ? { status: 422, body: empty } : answer(request);
    }),
  );
  await user.selectOptions(screen.getByLabelText("Planilha do arquivo"), "Capa");
  expect(await screen.findByText(/está vazia/)).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Tentar de novo" }));
  await waitFor(() => expect(sent("/api/imports/columns")).toHaveLength(3));
  expect(sent("/api/imports/columns")[2]).toMatchObject({ sheet: "Capa" });
  expect(sent("/api/imports/preview")).toHaveLength(0);
});

test("a header of which no name is known is said to be perhaps none", async () => {
  const user = await atColumns();
  expect(screen.queryByText(/Nenhuma coluna tem um nome conhecido/)).toBeNull();
  await user.selectOptions(screen.getByLabelText("Destino da coluna Cod"), "attribute");
  server.handle(
    healthy((request) => {
      const found = answer(request);
      if (request.path !== "/api/imports/columns" || !found) return found;
      const columns = [
        { name: "45,90", target: "attribute", samples: ["1,50"], foundType: "number", valueType: null },
      ];
      return { body: { ...(found as { body: object }).body, columns } };
    }),
  );
  await user.selectOptions(screen.getByLabelText("Planilha do arquivo"), "Capa");
  expect(
    await screen.findByText(/Nenhuma coluna tem um nome conhecido\. Se a linha 1 não é o cabeçalho/),
  ).toBeInTheDocument();
});

test("a list of prices by code is said to change what exists and to bring nothing new", async () => {
  const user = await atColumns();
  const said = /Nenhuma coluna é o nome: só produtos cujo código já está no catálogo/;
  expect(screen.queryByText(said)).toBeNull();
  await user.selectOptions(screen.getByLabelText("Destino da coluna Vlr"), "price");
  expect(screen.getByText(said)).toBeInTheDocument();
  await user.selectOptions(screen.getByLabelText("Destino da coluna Mercadoria"), "name");
  expect(screen.queryByText(said)).toBeNull();
});

test("what a new record needs is asked for before anything is checked", async () => {
  const user = await atColumns();
  await user.selectOptions(screen.getByLabelText("Destino da coluna Cod"), "nothing");
  expect(screen.getByRole("alert").textContent).toContain("Nome");
  expect(screen.getByRole("button", { name: "Conferir" })).toHaveProperty("disabled", true);
});

test("a refused file says why, and another can be chosen", async () => {
  server.handle(
    healthy(({ path }) =>
      path === "/api/uploads"
        ? { status: 413, body: { code: "too_large", message: "Maior que 2048 MB", details: null } }
        : undefined,
    ),
  );
  const { user } = await renderApp(server, "#/catalog/import");
  const field = await screen.findByLabelText("Escolher arquivo", { selector: "input" });
  await user.upload(field, new File(["x"], "x.csv"));
  expect(await screen.findByText("Maior que 2048 MB")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Tentar de novo" }));
  await waitFor(() => expect(screen.queryByText("Maior que 2048 MB")).toBeNull());
});

test("a page that is loaded anew shows the import that goes on, and can stop it", async () => {
  const over = { now: false };
  const seen: string[] = [];
  server.handle(
    healthy((request) => {
      const { method, path } = request;
      if (path === "/api/imports" && method === "GET") {
        const counting = { ...state(true, null), id: "00000000-0000-4000-8000-000000000009" };
        return { body: [counting, { ...state(false, null), rows: 1200, percent: 40 }] };
      }
      if (path === `/api/imports/${RUN}/cancel`) {
        seen.push("cancel");
        return { body: state(false, null) };
      }
      if (path === `/api/imports/${RUN}`)
        return { body: { ...state(false, over.now ? outcome([], false) : null), rows: 1200, percent: 40 } };
      return answer(request);
    }),
  );
  const { user } = await renderApp(server, "#/catalog/import");
  expect(await screen.findByRole("heading", { name: "Importação em andamento" })).toBeTruthy();
  expect(screen.getByText(/lista\.csv/)).toBeTruthy();
  expect(screen.getByText(/1\.200 linhas/)).toBeTruthy();
  expect(screen.queryByLabelText("Escolher arquivo", { selector: "input" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Cancelar" }));
  await waitFor(() => expect(seen).toEqual(["cancel"]));
  over.now = true;
  expect(await screen.findByRole("heading", { name: "Importação concluída" })).toBeTruthy();
});

test("a value that is cut is shown as cut, and nobody can correct it here", async () => {
  const cut = { ...broken, value: "n".repeat(120), valueCut: true, code: "too_long", allowed: "1..500" };
  server.handle(
    healthy((request) => {
      if (request.path !== "/api/imports/preview") return answer(request);
      const found = outcome([], true);
      return { body: state(true, { ...found, report: { ...found.report, errors: [cut] } }) };
    }),
  );
  const user = await atColumns();
  await user.selectOptions(screen.getByLabelText("Destino da coluna Mercadoria"), "name");
  await user.click(screen.getByRole("button", { name: "Conferir" }));
  const row = within(await screen.findByRole("row", { name: /nnn.*…/ }));
  expect(row.getByText("Corrija no arquivo")).toBeTruthy();
  expect(row.getByText("o valor continua no arquivo")).toBeTruthy();
  expect(row.queryByRole("textbox")).toBeNull();
});

test("what went into no field, and a row whose id is nobody's, is said in the person's words", async () => {
  const unknown = {
    ...broken,
    column: "celeiro_id",
    value: "0192f0a0-0000-7000-8000-000000000001",
    code: "unknown_record",
    allowed: null,
  };
  server.handle(
    healthy((request) => {
      if (request.path !== "/api/imports/preview") return answer(request);
      const found = outcome([], true);
      const warnings = [{ code: "unnamed_columns", names: ["column_3"] }];
      return { body: state(true, { ...found, report: { ...found.report, errors: [unknown], warnings } }) };
    }),
  );
  const user = await atColumns();
  await user.selectOptions(screen.getByLabelText("Destino da coluna Mercadoria"), "name");
  await user.click(screen.getByRole("button", { name: "Conferir" }));
  expect(await screen.findByText(/Colunas sem nome, guardadas como atributos: column_3/)).toBeTruthy();
  expect(screen.getByText(/Nenhum registro tem este identificador/)).toBeTruthy();
});

test("a step that nobody knows the end of says its name and its time, not a percentage", async () => {
  const now = { phase: "applying", percent: null as number | null, seconds: 42 };
  server.handle(
    healthy((request) => {
      const under = { ...state(false, null), ...now, rows: 1200 };
      if (request.path === "/api/imports" && request.method === "GET") return { body: [under] };
      if (request.path === `/api/imports/${RUN}/cancel`) {
        now.phase = "cancelling";
        return { body: { ...under, ...now } };
      }
      if (request.path === `/api/imports/${RUN}`) return { body: { ...under, ...now } };
      return answer(request);
    }),
  );
  const { user } = await renderApp(server, "#/catalog/import");
  expect(await screen.findByText("Gravando")).toBeTruthy();
  expect(screen.getByText("1.200 linhas lidas · há 42 segundos")).toBeTruthy();
  expect(screen.queryByRole("progressbar")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Cancelar" }));
  expect(await screen.findByText("Cancelando")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Cancelar" })).toHaveProperty("disabled", true);
});

test("of records that are being stored it says how many, how much of all, and since when", async () => {
  const now = { phase: "applying", percent: 30, moved: 30_000, seconds: 42 };
  server.handle(
    healthy((request) => {
      const under = { ...state(false, null), ...now, rows: 100_000 };
      if (request.path === "/api/imports" && request.method === "GET") return { body: [under] };
      return request.path === `/api/imports/${RUN}` ? { body: under } : answer(request);
    }),
  );
  await renderApp(server, "#/catalog/import");
  const said = "100.000 linhas lidas · 30.000 registros gravados · 30% · há 42 segundos";
  expect(await screen.findByText(said)).toBeTruthy();
  expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("30");
});

test("a page that is left gives back the place of its file", async () => {
  const user = await atColumns();
  await user.click(screen.getByRole("link", { name: "Buscar" }));
  await waitFor(() =>
    expect(
      server.received.filter(({ method, path }) => method === "DELETE" && path === `/api/uploads/${UPLOAD}`),
    ).toHaveLength(1),
  );
});

/** A preview that says these things beside the counts. */
function previewSays(report: Record<string, unknown>) {
  server.handle(
    healthy((request) => {
      if (request.path !== "/api/imports/preview") return answer(request);
      const found = outcome([], true);
      return {
        body: state(true, { ...found, report: { ...found.report, errors: [], errorCount: 0, ...report } }),
      };
    }),
  );
}

async function atPreview() {
  const user = await atColumns();
  await user.selectOptions(screen.getByLabelText("Destino da coluna Mercadoria"), "name");
  await user.click(screen.getByRole("button", { name: "Conferir" }));
  await screen.findByRole("heading", { name: "O que vai acontecer" });
  return user;
}
const lastPreview = () => sent("/api/imports/preview").at(-1) as Record<string, unknown>;

test("a row of totals is left out and shown, one click takes it and another leaves a doubted price out", async () => {
  const total = { row: 502, name: "TOTAL <b>GERAL", price: 999999.99, usual: null, leftOut: true };
  const dear = { row: 7, name: "Enxada", price: 4500, usual: [20, 90], leftOut: false };
  previewSays({
    leftOut: 1,
    doubts: [
      { doubt: "total", count: 1, leftOut: 1, isLeftOut: true, rows: [total] },
      { doubt: "price_out_of_range", count: 1, leftOut: 0, isLeftOut: false, rows: [dear] },
    ],
  });
  const user = await atPreview();
  expect(screen.getByText("1 linha de total")).toBeTruthy();
  expect(screen.getByText("TOTAL <b>GERAL")).toBeTruthy();
  expect(screen.getByText("nesta categoria: de 20,00 a 90,00")).toBeTruthy();
  const [kind] = screen.getAllByLabelText("Deixar todas de fora");
  expect(kind).toHaveProperty("checked", true);
  await user.click(screen.getByLabelText("Deixar de fora a linha 7"));
  await waitFor(() => expect(sent("/api/imports/preview")).toHaveLength(2));
  expect(lastPreview()["leaveOut"]).toEqual({
    kinds: ["total", "heading", "group_title", "formula_error"],
    rows: [7],
    take: [],
  });
  await screen.findByText("1 linha de total");
  await user.click(screen.getAllByLabelText("Deixar todas de fora")[0]!);
  await waitFor(() => expect(sent("/api/imports/preview")).toHaveLength(3));
  expect(lastPreview()["leaveOut"]).toEqual({
    kinds: ["heading", "group_title", "formula_error"],
    rows: [7],
    take: [],
  });
});

test("spellings of a value in use are ticked and merged in one step, and can be taken apart again", async () => {
  const value = (name: string, near: string | null, likeness: string | null) => ({
    field: "category",
    value: name,
    rows: 3,
    near,
    likeness,
  });
  previewSays({
    newValueCount: 3,
    newValues: [
      value("HERBICIDA", "Herbicidas", "same"),
      value("Insecticidas", "Inseticidas", "mistyped"),
      value("Drones", null, null),
    ],
  });
  const user = await atPreview();
  expect(screen.getByText(/2 parecem outro jeito de escrever/)).toBeTruthy();
  expect(screen.getByLabelText("Unir HERBICIDA")).toHaveProperty("checked", true);
  expect(screen.getByLabelText("Unir Insecticidas")).toHaveProperty("checked", false);
  await user.click(screen.getByLabelText("Unir Insecticidas"));
  await user.click(screen.getByRole("button", { name: "Unir 2 valores" }));
  await waitFor(() => expect(sent("/api/imports/preview")).toHaveLength(2));
  expect(lastPreview()["merges"]).toEqual([
    { field: "category", from: "HERBICIDA", to: "Herbicidas" },
    { field: "category", from: "Insecticidas", to: "Inseticidas" },
  ]);
  await screen.findByText("HERBICIDA → Herbicidas");
  await user.click(screen.getAllByRole("button", { name: "Separar" })[0]!);
  await waitFor(() => expect(sent("/api/imports/preview")).toHaveLength(3));
  expect(lastPreview()["merges"]).toEqual([{ field: "category", from: "Insecticidas", to: "Inseticidas" }]);
});

test("where nothing is ticked there is no button that would merge nothing, and why is said", async () => {
  const value = { field: "category", value: "HERBICIDA", rows: 3, near: "Herbicidas", likeness: "same" };
  previewSays({ newValueCount: 1, newValues: [value] });
  const user = await atPreview();
  expect(screen.getByRole("button", { name: "Unir 1 valor" })).toBeTruthy();
  await user.click(screen.getByLabelText("Unir HERBICIDA"));
  expect(screen.queryByRole("button", { name: /^Unir/ })).toBeNull();
  expect(screen.getByText(/^Nenhum valor está marcado para unir/)).toBeTruthy();
});

test("a column of numbers in place of names is said before the button, which is not plainly green", async () => {
  previewSays({ warnings: [{ code: "names_are_numbers", names: ["Mercadoria"] }] });
  const user = await atPreview();
  const said = screen.getByRole("alert");
  expect(said.textContent).toContain("A coluna “Mercadoria” está como nome");
  const button = screen.getByRole("button", { name: "Importar 1 registro mesmo assim" });
  expect(button.getAttribute("data-variant")).toBe("outline");
  expect(said.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Escolher outra coluna" }));
  await screen.findByRole("heading", { name: "O que é cada coluna?" });
});

test("changed records are shown from what to what, by pages", async () => {
  const row = (n: number) => ({
    row: n,
    id: "00000000-0000-4000-8000-00000000000a",
    name: `Item ${String(n)}`,
    changes: [{ field: "price", from: 10, to: 12.5 }],
  });
  const asked: string[] = [];
  server.handle(
    healthy((request) => {
      if (request.path.startsWith(`/api/imports/${RUN}/rows?`)) {
        asked.push(request.path);
        const second = request.path.includes("offset=25");
        const rows = second ? [row(27)] : Array.from({ length: 25 }, (_, at) => row(at + 2));
        return { body: { rows, listed: 26, total: 488 } };
      }
      if (request.path !== "/api/imports/preview") return answer(request);
      const found = outcome([], true);
      const changedFields = [{ field: "price", count: 488 }];
      return { body: state(true, { ...found, report: { ...found.report, updated: 488, changedFields } }) };
    }),
  );
  const user = await atPreview();
  expect(await screen.findByText("Item 2")).toBeTruthy();
  const change = within((await screen.findByText("Item 2")).closest("li")!);
  expect(change.getByText("10,00")).toBeTruthy();
  expect(change.getByText("12,50")).toBeTruthy();
  expect(screen.getByText("488 registros alterados: de que para quê")).toBeTruthy();
  expect(screen.getByText("e mais 462, que não são mostrados aqui")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Próximos" }));
  expect(await screen.findByText("Item 27")).toBeTruthy();
  expect(asked[0]).toContain("group=updated");
});
