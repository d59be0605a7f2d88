/** What was said of a file outlives a reload of its page, in the same tab. */
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { healthy, renderApp } from "../../test/app";
import { answerImport, checkFile, importResult, importState, serveImports, UPLOAD } from "../../test/import";

const imports = serveImports();
let goAway: () => void;
afterEach(() => sessionStorage.clear());

const drops = () =>
  imports.server.received.filter(
    ({ method, path }) => method === "DELETE" && path === `/api/uploads/${UPLOAD}`,
  ).length;
const cell = () => screen.findByLabelText("Valor certo para a linha 3, coluna Vlr");

/** Goes on in a new page with what the browser keeps for the tab: nothing of the old page is cleaned up. */
async function reload() {
  act(() => void window.dispatchEvent(new Event("pagehide")));
  const stored = { ...sessionStorage } as Record<string, string>;
  goAway();
  for (const [key, value] of Object.entries(stored)) sessionStorage.setItem(key, value);
  const app = await renderApp(imports.server, "#/catalog/import");
  goAway = app.unmount;
  return app.user;
}

async function open() {
  const app = await renderApp(imports.server, "#/catalog/import");
  goAway = app.unmount;
  const field = await screen.findByLabelText("Escolher arquivo", { selector: "input" });
  await app.user.upload(field, new File(["Cod;Mercadoria;Vlr\nQ-1;Enxada;1,50\n"], "lista.csv"));
  await screen.findByRole("heading", { name: "O que é cada coluna?" });
  return app.user;
}

test("corrections and columns are there again, and the file is checked with them without being sent anew", async () => {
  let user = await open();
  await checkFile(user);
  await user.clear(await cell());
  // The one that is still being typed too.
  await user.type(await cell(), "2,75");
  user = await reload();
  await screen.findByRole("button", { name: "Importar 2 registros" });
  expect(screen.getByText(/O que você disse deste arquivo em .* foi recuperado/)).toBeInTheDocument();
  const checks = imports.sent("/api/imports/preview") as Record<string, unknown>[];
  expect(checks.at(-1)).toMatchObject({
    uploadId: UPLOAD,
    fixes: [{ row: 3, column: "Vlr", value: "2,75" }],
    columns: [{ target: "externalId" }, { target: "name" }, { target: "attribute" }],
  });
  expect(imports.sent("/api/uploads")).toHaveLength(1);
  await user.click(screen.getByRole("button", { name: "Importar 2 registros" }));
  await screen.findByRole("heading", { name: "Importação concluída" });
});

test("the result of an import is there again after a reload, with nothing typed, until another file is chosen", async () => {
  imports.server.handle(
    healthy((request) => (request.path.endsWith("/undo") ? { body: {} } : answerImport(request))),
  );
  let user = await open();
  await checkFile(user);
  await user.click(await screen.findByRole("button", { name: /^Importar 1 registro/ }));
  await screen.findByRole("heading", { name: "Importação concluída" });
  user = await reload();
  await screen.findByRole("heading", { name: "Importação concluída" });
  expect(await cell()).toHaveValue("caro");
  expect(screen.getByRole("button", { name: "Arquivo de erros" })).toBeInTheDocument();
  expect(screen.queryByText(/O que você disse deste arquivo/)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Desfazer toda a importação" }));
  await screen.findByText("A importação foi desfeita.");
  user = await reload();
  expect(await screen.findByRole("button", { name: "Importação desfeita" })).toBeDisabled();
  await user.click(screen.getByRole("button", { name: "Importar outro arquivo" }));
  await screen.findByLabelText("Escolher arquivo", { selector: "input" });
  await reload();
  expect(await screen.findByLabelText("Escolher arquivo", { selector: "input" })).toBeInTheDocument();
});

test("a correction beside the result is there again after a reload, at the result, and what is stored is no more counted", async () => {
  let user = await open();
  await checkFile(user);
  await user.click(await screen.findByRole("button", { name: /^Importar 1 registro/ }));
  await screen.findByRole("heading", { name: "Importação concluída" });
  await user.clear(await cell());
  await user.type(await cell(), "2,75");
  user = await reload();
  expect(await screen.findByRole("heading", { name: "Importação concluída" })).toBeInTheDocument();
  expect(await cell()).toHaveValue("2,75");
  await stay(user, "1 ajuste feito aqui");
  await user.click(screen.getByRole("button", { name: "Conferir de novo" }));
  await screen.findByRole("button", { name: "Importar 2 registros" });
  expect(imports.sent("/api/imports/preview").at(-1)).toMatchObject({
    uploadId: UPLOAD,
    fixes: [{ row: 3, column: "Vlr", value: "2,75" }],
    columns: [{ target: "externalId" }, { target: "name" }, { target: "attribute" }],
  });
});

test("a column that was made something else is kept by itself", async () => {
  const user = await open();
  await user.selectOptions(screen.getByLabelText("Destino da coluna Mercadoria"), "description");
  await reload();
  expect(await screen.findByLabelText("Destino da coluna Mercadoria")).toHaveValue("description");
  expect(screen.getByText("lista.csv")).toBeInTheDocument();
});

/** Leaving asks about `count` adjustments, and is thought better of. */
async function stay(user: Awaited<ReturnType<typeof open>>, count: string) {
  await user.click(screen.getByRole("link", { name: "Buscar" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Sair da importação?" }));
  expect(dialog.getByText(new RegExp(count))).toBeInTheDocument();
  await user.click(dialog.getByRole("button", { name: "Ficar" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
}

test.each([
  ["Linha do cabeçalho", "2"],
  ["Planilha do arquivo", "Capa"],
  ["Decimais dos preços", "comma"],
])("%s, once it is chosen, is asked about and outlives a reload", async (label, value) => {
  const user = await open();
  await user.selectOptions(screen.getByLabelText(label), value);
  await waitFor(() => expect(screen.getByLabelText(label)).toHaveValue(value));
  await stay(user, "1 ajuste feito aqui");
  await reload();
  expect(await screen.findByLabelText(label)).toHaveValue(value);
});

test("what the rows are, once it is chosen, is asked about, outlives a reload, and leaves the place as it was chosen", async () => {
  const user = await open();
  await user.selectOptions(screen.getByLabelText("Linha do cabeçalho"), "2");
  await waitFor(() => expect(imports.sent("/api/imports/columns")).toHaveLength(3));
  await user.click(await screen.findByRole("radio", { name: "Perguntas e respostas" }));
  await waitFor(() =>
    expect(imports.sent("/api/imports/columns")[3]).toMatchObject({ kind: "faqs", headerRow: 2 }),
  );
  await stay(user, "2 ajustes feitos aqui");
  await reload();
  expect(await screen.findByRole("radio", { name: "Perguntas e respostas" })).toBeChecked();
  expect(screen.getByLabelText("Linha do cabeçalho")).toHaveValue("2");
});

test("what is to take the place of a value, typed and not merged yet, is asked about and outlives a reload", async () => {
  const value = { field: "category", value: "Drones", rows: 3, near: null, likeness: null };
  imports.server.handle(
    healthy((request) => {
      if (request.path !== "/api/imports/preview") return answerImport(request);
      const found = importResult([], true);
      const report = { ...found.report, newValueCount: 1, newValues: [value] };
      return { body: importState(true, { ...found, report }) };
    }),
  );
  const user = await open();
  await checkFile(user);
  const field = () => screen.findByLabelText("Com que valor entra Drones", { selector: "input" });
  await user.type(await field(), "Equipamentos");
  // The column of names is the other.
  await stay(user, "2 ajustes feitos aqui");
  await reload();
  expect(await field()).toHaveValue("Equipamentos");
  expect(screen.getByLabelText("Unir Drones")).toBeChecked();
});

test("a row that is left out is asked about, and outlives a reload", async () => {
  const dear = { row: 7, name: "Enxada", price: 4500, usual: [20, 90], leftOut: false };
  const doubt = { doubt: "price_out_of_range", count: 1, leftOut: 0, isLeftOut: false, rows: [dear] };
  imports.server.handle(
    healthy((request) => {
      if (request.path !== "/api/imports/preview") return answerImport(request);
      const found = importResult([], true);
      return { body: importState(true, { ...found, report: { ...found.report, doubts: [doubt] } }) };
    }),
  );
  const user = await open();
  await checkFile(user);
  await user.click(await screen.findByLabelText("Deixar de fora a linha 7"));
  await waitFor(() => expect(imports.sent("/api/imports/preview")).toHaveLength(2));
  await screen.findByLabelText("Deixar de fora a linha 7");
  // The name's column is the other one.
  await stay(user, "2 ajustes feitos aqui");
  await reload();
  await waitFor(() => expect(imports.sent("/api/imports/preview")).toHaveLength(3));
  expect(imports.sent("/api/imports/preview")[2]).toMatchObject({ leaveOut: { rows: [7] } });
});

test("where the browser has no room for it that is said, until it has", async () => {
  const user = await open();
  const said = "O navegador não tem lugar para guardar isto: não recarregue a página.";
  expect(screen.queryByText(said)).toBeNull();
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  try {
    await user.selectOptions(screen.getByLabelText("Destino da coluna Mercadoria"), "description");
    expect(await screen.findByText(said)).toBeInTheDocument();
    expect(sessionStorage.getItem("celeiro.import")).toBeNull();
  } finally {
    full.mockRestore();
  }
  await user.selectOptions(screen.getByLabelText("Destino da coluna Mercadoria"), "name");
  await waitFor(() => expect(screen.queryByText(said)).toBeNull());
});

test("a header row that was chosen is not lost to another file without a question", async () => {
  const user = await open();
  await user.selectOptions(screen.getByLabelText("Linha do cabeçalho"), "2");
  await waitFor(() => expect(screen.getByLabelText("Linha do cabeçalho")).toHaveValue("2"));
  await user.click(screen.getByRole("button", { name: "Outro arquivo" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Descartar os ajustes?" }));
  expect(dialog.getByText(/1 ajuste feito aqui/)).toBeInTheDocument();
});

test("of a file about which nothing was said the place is given back, and nothing is kept", async () => {
  await open();
  await reload();
  expect(await screen.findByLabelText("Escolher arquivo", { selector: "input" })).toBeInTheDocument();
  await waitFor(() => expect(drops()).toBe(1));
});

test("where the program has let go of the file it is chosen again, and what was said of it stays", async () => {
  let user = await open();
  await user.selectOptions(screen.getByLabelText("Destino da coluna Mercadoria"), "name");
  let isGone = true;
  imports.server.handle(
    healthy((request) => {
      if (request.path === "/api/uploads") isGone = false;
      if (request.path === "/api/imports/preview" && isGone)
        return { status: 404, body: { code: "transfer_gone", message: "não está mais aqui", details: null } };
      return answerImport(request);
    }),
  );
  user = await reload();
  await user.click(await screen.findByRole("button", { name: "Conferir" }));
  const notice = within(await screen.findByRole("alert"));
  const field = notice.getByLabelText("Escolher o arquivo de novo", { selector: "input" });
  await user.upload(field, new File(["Cod;Mercadoria;Vlr\nQ-1;Enxada;1,50\n"], "lista.csv"));
  await screen.findByRole("heading", { name: "O que vai acontecer" });
  const checks = imports.sent("/api/imports/preview") as Record<string, unknown>[];
  expect(checks.at(-1)).toMatchObject({ columns: [{}, { target: "name" }, {}] });
});

test("what is discarded or left behind on purpose does not come back", async () => {
  const user = await open();
  await user.selectOptions(screen.getByLabelText("Destino da coluna Mercadoria"), "name");
  await user.click(screen.getByRole("link", { name: "Buscar" }));
  await user.click(await screen.findByRole("button", { name: "Sair e descartar" }));
  await screen.findByRole("search");
  await reload();
  expect(await screen.findByLabelText("Escolher arquivo", { selector: "input" })).toBeInTheDocument();
});

/** The program answers nothing to the import itself; `told` is what it knows of it after a reload. */
async function importUnanswered(told: (id: string) => { status?: number; body: unknown }) {
  let asked = "";
  imports.server.handle(
    healthy((request) => {
      if (request.path === "/api/imports" && request.method === "POST") {
        asked = (JSON.parse(request.body) as { operationId: string }).operationId;
        return { silent: true };
      }
      if (asked !== "" && request.path === `/api/imports/${asked}`) return told(asked);
      return answerImport(request);
    }),
  );
  const user = await open();
  await checkFile(user);
  await user.click(await screen.findByRole("button", { name: /^Importar 1 registro/ }));
  await waitFor(() => expect(asked).not.toBe(""));
  return asked;
}

test("an import that the program never heard of is there again after a reload, and is asked for under the same id", async () => {
  const asked = await importUnanswered(() => ({
    status: 404,
    body: { code: "not_found", message: "-", details: null },
  }));
  const user = await reload();
  await user.click(await screen.findByRole("button", { name: /^Importar 1 registro/ }));
  await waitFor(() => expect(imports.sent("/api/imports")).toHaveLength(2));
  expect(imports.sent("/api/imports")[1]).toMatchObject({ operationId: asked });
});

test("an import whose answer was lost is found after a reload, and its end alone comes back", async () => {
  await importUnanswered((id) => ({ body: { ...importState(false, importResult([], false)), id } }));
  await reload();
  await screen.findByRole("heading", { name: "Importação concluída" });
  expect(imports.sent("/api/imports")).toHaveLength(1);
  await reload();
  await screen.findByRole("heading", { name: "Importação concluída" });
  expect(imports.sent("/api/imports")).toHaveLength(1);
});

test("an import that ends while its page is loaded anew shows its end, with what it refused", async () => {
  let isOver = false;
  imports.server.handle(
    healthy((request) => {
      const state = importState(false, isOver ? importResult([], false) : null);
      if (request.path === "/api/imports" && request.method === "POST") {
        const { operationId } = JSON.parse(request.body) as { operationId: string };
        return { body: { ...state, id: operationId } };
      }
      if (/^\/api\/imports\/[-0-9a-f]{36}$/.test(request.path)) return { body: state };
      return answerImport(request);
    }),
  );
  const user = await open();
  await checkFile(user);
  await user.click(await screen.findByRole("button", { name: /^Importar 1 registro/ }));
  await waitFor(() => expect(imports.sent("/api/imports")).toHaveLength(1));
  isOver = true;
  await reload();
  await screen.findByRole("heading", { name: "Importação concluída" });
  expect(await cell()).toBeInTheDocument();
});
