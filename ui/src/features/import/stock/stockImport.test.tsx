import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { StockFile, StockListOutcome } from "../../../bindings";
import { healthy, renderApp } from "../../../test/app";
import { answerImport, UPLOAD } from "../../../test/import";
import {
  holdAnswers,
  startServer,
  type Answer,
  type ReceivedRequest,
  type TestServer,
} from "../../../test/server";

const failure = (status: number, code: string): Answer => ({
  status,
  body: { code, message: `Erro ${code}`, details: null },
});

const OPERATION = "00000000-0000-4000-8000-0000000000a1";

let server: TestServer;
let headingRow: number | null;
let outcome: StockListOutcome;
/** What the file is refused with. */
let refusal: Answer | null;
/** Until it is over, what is stored is not answered. */
let held: Promise<unknown> | null;
let tables: NonNullable<StockFile["file"]["tables"]>;
/** Columns that are places, instead of the usual ones where they stand. */
let ofPlaces: StockFile["columns"];
/** What is said of the sheets of the file. */
let sheets: Pick<StockFile, "place" | "unreadSheets">;

const file = {
  format: "csv",
  encoding: "UTF-8",
  separator: ";",
  sheet: null,
  sheets: [],
  hiddenSheets: [],
  headerRow: 1,
  preset: "plain",
} as const satisfies Partial<StockFile["file"]>;

function stockFile(row: number | null): StockFile {
  const columns: StockFile["columns"] = [
    { at: 0, name: "Cód.", column: "code", samples: ["B-1"] },
    { at: 1, name: "column_2", column: null, samples: ["Loja <b>"] },
    { at: 2, name: "Saldo", column: "quantity", samples: ["1.250"] },
  ];
  for (const column of ofPlaces)
    columns.splice(
      columns.findIndex(({ at }) => at === column.at),
      1,
      column,
    );
  const head = [
    { row: 1, cells: ["Posição"] },
    { row: 2, cells: ["Cód.", "Saldo"] },
  ];
  return {
    file: { ...file, sheets: [], hiddenSheets: [], tables },
    headingRow: row,
    columns: row === null ? [] : columns,
    head,
    ...sheets,
  };
}

function answer(request: ReceivedRequest): Answer | undefined {
  const { path, body } = request;
  if (path === "/api/catalog/stock/columns") {
    if (refusal) return refusal;
    const asked = JSON.parse(body) as { headingRow?: number | null };
    return { body: stockFile(asked.headingRow ?? headingRow) };
  }
  if (path === "/api/catalog/stock/preview") return { body: { ...outcome, operationId: null } };
  if (path === "/api/catalog/stock/file") {
    const asked = JSON.parse(body) as { digest?: string };
    if (asked.digest !== outcome.digest) return failure(409, "selection_changed");
    return { body: outcome, ...(held && { after: held }) };
  }
  if (path.endsWith("/undo")) return { body: { undone: 2, conflicts: [], conflictCount: 0 } };
  return answerImport(request);
}

beforeEach(async () => {
  headingRow = 2;
  refusal = null;
  held = null;
  tables = [];
  sheets = {};
  ofPlaces = [];
  outcome = {
    digest: "d1",
    operationId: OPERATION,
    changed: 2,
    unchanged: 1,
    problemCount: 1,
    problems: [
      {
        row: 9,
        column: "code",
        code: "not_found",
        message: "não há produto com «ZZ»",
        value: "ZZ",
        product: "ZZ · Nada",
      },
    ],
    sample: [
      {
        row: 3,
        itemId: "i1",
        saidCode: "123",
        name: "Base <i>",
        package: "5 L",
        place: "Loja",
        quantity: 1250,
        unit: "gl",
        countedAt: "2026-11-28T12:00:00Z",
        before: 4,
        beforeUnit: "gl",
        isChanged: true,
      },
    ],
  };
  server = await startServer(healthy(answer));
});
afterEach(() => server.close());

async function openColumns() {
  const { user } = await renderApp(server, "#/catalog/import");
  await user.click(await screen.findByRole("radio", { name: "Estoque" }));
  const field = await screen.findByLabelText("Escolher arquivo", { selector: "input" });
  await user.upload(field, new File(["Cód.;;Saldo\nB-1;Loja;1.250\n"], "saldo.csv"));
  await screen.findByRole("heading", { name: "O que é cada coluna?" });
  return user;
}

const listBodies = (path: string) =>
  server.received
    .filter((one) => one.path === path)
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>);

test("counts are looked at from what to what, stored under one id, and taken back", async () => {
  const user = await openColumns();
  await user.selectOptions(screen.getByLabelText("O que tem a coluna Coluna 2"), "Local");
  await user.selectOptions(screen.getByLabelText("Decimais das quantidades"), "comma");
  await user.type(screen.getByLabelText("Dia da contagem"), "2026-11-28");
  await user.click(screen.getByRole("button", { name: "Conferir" }));

  const row = within(await screen.findByRole("row", { name: /Base <i>/ }));
  expect(row.getByText("Loja")).toBeInTheDocument();
  expect(row.getByText("código 123 sem os zeros da frente")).toBeInTheDocument();
  expect(row.getByText("4 gl")).toBeInTheDocument();
  expect(row.getByText("1.250 gl")).toBeInTheDocument();
  const bad = within(screen.getByRole("region", { name: "Linhas que ficam de fora" }));
  expect(bad.getByText("ZZ")).toBeInTheDocument();
  expect(bad.getByText("ZZ · Nada")).toBeInTheDocument();
  expect(bad.getByText("não há produto com «ZZ»")).toBeInTheDocument();
  expect(listBodies("/api/catalog/stock/file")).toEqual([]);

  await user.click(screen.getByRole("button", { name: "Gravar 2 contagens" }));
  await screen.findByRole("heading", { name: "Importação concluída" });
  const [stored] = listBodies("/api/catalog/stock/file");
  expect(stored).toMatchObject({
    uploadId: UPLOAD,
    headingRow: 2,
    columns: [
      { at: 0, column: "code" },
      { at: 1, column: "place" },
      { at: 2, column: "quantity" },
    ],
    decimal: "comma",
    countedAt: "2026-11-28",
  });
  expect(stored?.["digest"]).toBe("d1");
  expect(stored?.["operationId"]).toMatch(/^[0-9a-f-]{36}$/);

  expect(screen.getByRole("region", { name: "Linhas que ficaram de fora" })).toBeInTheDocument();
  expect(screen.getByText(/2 contagens gravadas/)).toHaveTextContent("1 já estava assim");
  expect(screen.queryByText("2 contagens mudam")).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Desfazer toda a importação" }));
  await screen.findByRole("button", { name: "Importação desfeita" });
  expect(screen.getByText(/as contagens voltaram ao que eram/)).toBeInTheDocument();
  expect(screen.queryByText(/contagens gravadas/)).not.toBeInTheDocument();
});

test("a sheet of a store is of its place, the other sheets are named, and what may count twice is told", async () => {
  sheets = { place: "Loja Centro", unreadSheets: ["Galpão"] };
  outcome = { ...outcome, mixedPlaces: 3 };
  const user = await openColumns();
  expect(screen.getByText(/Planilhas que não são lidas: Galpão/)).toBeInTheDocument();
  const place = screen.getByLabelText("Local de todas as linhas");
  expect(place).toHaveValue("Loja Centro");
  await user.selectOptions(screen.getByLabelText("Linha do cabeçalho"), "1");
  await user.clear(place);
  await user.type(place, " Loja ");
  await user.selectOptions(screen.getByLabelText("Linha do cabeçalho"), "2");
  await waitFor(() => expect(screen.getByRole("button", { name: "Conferir" })).toBeEnabled());
  await user.click(screen.getByRole("button", { name: "Conferir" }));
  expect(await screen.findByText(/^3 produtos têm contagens com local e sem local/)).toBeInTheDocument();
  expect(listBodies("/api/catalog/stock/preview").at(-1)).toMatchObject({ place: "Loja" });
});

test("each column of a store is of a place, which is corrected, and none has two columns", async () => {
  ofPlaces = [
    { at: 1, name: "Loja Centro", column: "quantity", place: "Loja Centro", samples: ["3"] },
    { at: 2, name: "Saldo Depósito 2", column: "quantity", place: "Depósito 2", samples: ["4"] },
  ];
  const user = await openColumns();
  expect(screen.queryByLabelText("Local de todas as linhas")).not.toBeInTheDocument();
  const place = screen.getByLabelText("Local da coluna Saldo Depósito 2");
  await user.clear(place);
  await user.type(place, "loja centro");
  expect(screen.getByRole("alert")).toHaveTextContent("cada uma é de outro local");
  expect(screen.getByRole("button", { name: "Conferir" })).toBeDisabled();
  await user.clear(place);
  await user.type(place, " Galpão ");
  await user.click(screen.getByRole("button", { name: "Conferir" }));
  await screen.findByText("2 contagens mudam");
  expect(listBodies("/api/catalog/stock/preview").at(-1)).toMatchObject({
    columns: [
      { at: 0, column: "code" },
      { at: 1, column: "quantity", place: "Loja Centro" },
      { at: 2, column: "quantity", place: "Galpão" },
    ],
    place: null,
  });
});

test("a quantity of all places takes the place of those of each, and a column is made one of a place", async () => {
  ofPlaces = [{ at: 2, name: "Loja", column: "quantity", place: "Loja", samples: ["3"] }];
  const user = await openColumns();
  await user.selectOptions(screen.getByLabelText("O que tem a coluna Coluna 2"), "Quantidade");
  expect(screen.getByLabelText("O que tem a coluna Loja")).toHaveValue("");
  await user.selectOptions(screen.getByLabelText("O que tem a coluna Loja"), "Quantidade num local");
  expect(screen.getByLabelText("O que tem a coluna Coluna 2")).toHaveValue("");
  expect(screen.getByLabelText("Local da coluna Loja")).toHaveValue("Loja");
});

test("the other row of a place is named", async () => {
  outcome.problems[0] = { ...outcome.problems[0]!, code: "twice", otherRow: 12 };
  const user = await openColumns();
  await user.click(screen.getByRole("button", { name: "Conferir" }));
  expect(await screen.findByText("Também na linha 12.")).toBeInTheDocument();
});

test("what is wrong at one place of a row names it, and sums that the places do not have are told", async () => {
  outcome = { ...outcome, unlikeSums: 2 };
  outcome.problems[0] = { ...outcome.problems[0]!, column: "quantity", value: "-2", place: "Loja <b>" };
  const user = await openColumns();
  await user.click(screen.getByRole("button", { name: "Conferir" }));
  const bad = within(await screen.findByRole("region", { name: "Linhas que ficam de fora" }));
  expect(bad.getByText("-2").closest("tr")).toHaveTextContent("Quantidade · Loja <b>");
  expect(screen.getByText(/^2 linhas trazem um total que não é a soma/)).toBeInTheDocument();
});

test("what a count becomes stands before its day and its row", async () => {
  const user = await openColumns();
  await user.click(screen.getByRole("button", { name: "Conferir" }));
  const rows = within(await screen.findByRole("region", { name: "Contagens, de quanto para quanto" }));
  const heads = rows.getAllByRole("columnheader").map(({ textContent }) => textContent);
  expect(heads).toEqual(["Produto", "Local", "Havia", "Haverá", "Data da contagem", "Linha"]);
});

test("a list that was looked at is not left without a question", async () => {
  const user = await openColumns();
  await user.click(screen.getByRole("button", { name: "Conferir" }));
  await user.click(await screen.findByRole("link", { name: "Base <i>" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText(/nada foi gravado ainda/)).toBeInTheDocument();
  await user.click(dialog.getByRole("button", { name: "Ficar" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(screen.getByRole("button", { name: "Gravar 2 contagens" })).toBeEnabled();
});

test("a file without known names asks for the row of its columns, and nothing is checked before", async () => {
  headingRow = null;
  const user = await openColumns();
  expect(screen.getByText(/Nenhuma das primeiras linhas tem os nomes/)).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Conferir" })).toBeDisabled();
  await user.selectOptions(screen.getByLabelText("Linha do cabeçalho"), "2");
  await waitFor(() => expect(screen.getByRole("button", { name: "Conferir" })).toBeEnabled());
  expect(listBodies("/api/catalog/stock/columns").at(-1)).toMatchObject({ headingRow: 2 });
});

test("one thing is held by one column, and what is missing is named", async () => {
  const user = await openColumns();
  await user.selectOptions(screen.getByLabelText("O que tem a coluna Coluna 2"), "Quantidade");
  expect(screen.getByLabelText("O que tem a coluna Saldo")).toHaveValue("");
  await user.selectOptions(screen.getByLabelText("O que tem a coluna Cód."), "Deixar de fora");
  expect(screen.getByRole("alert")).toHaveTextContent("Código, código de barras ou produto");
  expect(screen.getByRole("button", { name: "Conferir" })).toBeDisabled();
});

test("where no count changes there is nothing to store", async () => {
  outcome = { ...outcome, changed: 0, sample: [], problems: [], problemCount: 0 };
  const user = await openColumns();
  await user.click(screen.getByRole("button", { name: "Conferir" }));
  expect(await screen.findByRole("button", { name: /^Gravar/ })).toBeDisabled();
});

test("what is not as it was looked at is looked at again before it is stored", async () => {
  const user = await openColumns();
  await user.click(screen.getByRole("button", { name: "Conferir" }));
  await screen.findByRole("row", { name: /Base <i>/ });
  outcome = { ...outcome, digest: "d2", changed: 1 };
  await user.click(screen.getByRole("button", { name: "Gravar 2 contagens" }));
  const alert = within(await screen.findByRole("alert"));
  await user.click(alert.getByRole("button", { name: "Tentar de novo" }));
  await user.click(await screen.findByRole("button", { name: "Gravar 1 contagem" }));
  await screen.findByRole("heading", { name: "Importação concluída" });
  const ids = listBodies("/api/catalog/stock/file").map((one) => [one["digest"], one["operationId"]]);
  expect(ids.map(([digest]) => digest)).toEqual(["d1", "d2"]);
  expect(ids[0]?.[1]).not.toBe(ids[1]?.[1]);
});

test("a row of a further sheet is called by its number there", async () => {
  tables = [
    { name: "Loja", rowsBefore: 0 },
    { name: "Galpão", rowsBefore: 10_000_000 },
  ];
  outcome.problems[0]!.row = 10_000_009;
  const user = await openColumns();
  await user.click(screen.getByRole("button", { name: "Conferir" }));
  const bad = within(await screen.findByRole("region", { name: "Linhas que ficam de fora" }));
  expect(bad.getByText("9 (Galpão)")).toBeInTheDocument();
});

test("what was said of a file is not said of the next one, also where that cannot be read", async () => {
  const user = await openColumns();
  await user.type(screen.getByLabelText("Dia da contagem"), "2026-11-28");
  await user.click(screen.getByRole("button", { name: "Conferir" }));
  await screen.findByRole("row", { name: /Base <i>/ });
  refusal = failure(400, "file_unreadable");
  const other = new File(["?"], "outro.csv");
  fireEvent.drop(document.body, { dataTransfer: { types: ["Files"], files: [other] } });
  await screen.findByRole("alert");
  expect(screen.queryByRole("button", { name: /^Gravar/ })).not.toBeInTheDocument();
  refusal = null;
  const field = screen.getByLabelText("Escolher arquivo", { selector: "input" });
  await user.upload(field, new File(["Cód.;;Saldo\n"], "saldo.csv"));
  expect(await screen.findByLabelText("Dia da contagem")).toHaveValue("");
});

test("who leaves the page while counts are stored is told what became of them", async () => {
  const user = await openColumns();
  await user.click(screen.getByRole("button", { name: "Conferir" }));
  const hold = holdAnswers();
  held = hold.until;
  await user.click(await screen.findByRole("button", { name: "Gravar 2 contagens" }));
  await waitFor(() => expect(listBodies("/api/catalog/stock/file")).toHaveLength(1));
  act(() => void (window.location.hash = "#/settings"));
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Gravar/ })).not.toBeInTheDocument());
  hold.release();
  expect(await screen.findByText("2 contagens gravadas, numa só operação.")).toBeInTheDocument();
});
