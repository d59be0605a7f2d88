import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { healthy } from "../../../test/app";
import {
  answerImport,
  brokenCell,
  checkFile,
  importResult,
  importState,
  RUN,
  serveImports,
} from "../../../test/import";

const imports = serveImports();

/** A preview that says these things beside the counts. */
function previewSays(report: Record<string, unknown>) {
  imports.server.handle(
    healthy((request) => {
      if (request.path !== "/api/imports/preview") return answerImport(request);
      const found = importResult([], true);
      return {
        body: importState(true, {
          ...found,
          report: { ...found.report, errors: [], errorCount: 0, ...report },
        }),
      };
    }),
  );
}

const lastPreview = () => imports.sent("/api/imports/preview").at(-1) as Record<string, unknown>;

test("a value that is cut is shown as cut, and nobody can correct it here", async () => {
  const cut = { ...brokenCell, value: "n".repeat(120), valueCut: true, code: "too_long", allowed: "1..500" };
  imports.server.handle(
    healthy((request) => {
      if (request.path !== "/api/imports/preview") return answerImport(request);
      const found = importResult([], true);
      return { body: importState(true, { ...found, report: { ...found.report, errors: [cut] } }) };
    }),
  );
  const user = await imports.openColumns();
  await checkFile(user);
  const row = within(await screen.findByRole("row", { name: /nnn.*…/ }));
  expect(row.getByText("Corrija no arquivo")).toBeTruthy();
  expect(row.getByText("o valor continua no arquivo")).toBeTruthy();
  expect(row.queryByRole("textbox")).toBeNull();
});

test("a value of several lines keeps them where it is corrected", async () => {
  const lines = { ...brokenCell, value: "talvez\nsim" };
  imports.server.handle(
    healthy((request) => {
      if (request.path !== "/api/imports/preview") return answerImport(request);
      const found = importResult([], true);
      return { body: importState(true, { ...found, report: { ...found.report, errors: [lines] } }) };
    }),
  );
  const user = await imports.openColumns();
  await checkFile(user);
  const row = within(await screen.findByRole("row", { name: /talvez/ }));
  const field = row.getByRole("textbox");
  expect(field).toHaveValue("talvez\nsim");
  await user.type(field, "{Enter}não{Control>}{Enter}{/Control}");
  await waitFor(() => expect(lastPreview()).toMatchObject({ fixes: [{ value: "talvez\nsim\nnão" }] }));
});

test("records that were deleted are said to come back", async () => {
  previewSays({ updated: 1, changedFields: [{ field: "deleted", count: 1 }] });
  const user = await imports.openColumns();
  await checkFile(user);
  expect((await screen.findAllByText("De volta (estava excluído)")).length).toBeGreaterThan(0);
  expect(screen.queryByText("Excluído")).toBeNull();
});

test("what went into no field, and a row whose id is nobody's, is said in the person's words", async () => {
  const unknown = {
    ...brokenCell,
    column: "celeiro_id",
    value: "0192f0a0-0000-7000-8000-000000000001",
    code: "unknown_record",
    allowed: null,
  };
  imports.server.handle(
    healthy((request) => {
      if (request.path !== "/api/imports/preview") return answerImport(request);
      const found = importResult([], true);
      const warnings = [{ code: "unnamed_columns", names: ["column_3"] }];
      return {
        body: importState(true, { ...found, report: { ...found.report, errors: [unknown], warnings } }),
      };
    }),
  );
  const user = await imports.openColumns();
  await checkFile(user);
  expect(await screen.findByText(/Colunas sem nome, guardadas como atributos: Coluna 3/)).toBeTruthy();
  expect(screen.getByText(/Nenhum registro tem este identificador/)).toBeTruthy();
});

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
  const user = await imports.openPreview();
  expect(screen.getByText("1 linha de total")).toBeTruthy();
  expect(screen.getByText("TOTAL <b>GERAL")).toBeTruthy();
  expect(screen.getByText("nesta categoria: de 20,00 a 90,00")).toBeTruthy();
  const [kind] = screen.getAllByLabelText("Deixar todas de fora");
  expect(kind).toHaveProperty("checked", true);
  await user.click(screen.getByLabelText("Deixar de fora a linha 7"));
  await waitFor(() => expect(imports.sent("/api/imports/preview")).toHaveLength(2));
  expect(lastPreview()["leaveOut"]).toEqual({
    kinds: [
      "total",
      "heading",
      "group_title",
      "page_foot",
      "footnote",
      "hidden",
      "not_for_sale",
      "formula_error",
    ],
    rows: [7],
    take: [],
  });
  await screen.findByText("1 linha de total");
  await user.click(screen.getAllByLabelText("Deixar todas de fora")[0]!);
  await waitFor(() => expect(imports.sent("/api/imports/preview")).toHaveLength(3));
  expect(lastPreview()["leaveOut"]).toEqual({
    kinds: ["heading", "group_title", "page_foot", "footnote", "hidden", "not_for_sale", "formula_error"],
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
  const user = await imports.openPreview();
  expect(screen.getByText(/2 parecem outro jeito de escrever/)).toBeTruthy();
  expect(screen.getByLabelText("Unir HERBICIDA")).toHaveProperty("checked", true);
  expect(screen.getByLabelText("Unir Insecticidas")).toHaveProperty("checked", false);
  await user.click(screen.getByLabelText("Unir Insecticidas"));
  await user.click(screen.getByRole("button", { name: "Unir 2 valores" }));
  await waitFor(() => expect(imports.sent("/api/imports/preview")).toHaveLength(2));
  expect(lastPreview()["merges"]).toEqual([
    { field: "category", from: "HERBICIDA", to: "Herbicidas" },
    { field: "category", from: "Insecticidas", to: "Inseticidas" },
  ]);
  await screen.findByText("HERBICIDA → Herbicidas");
  await user.click(screen.getAllByRole("button", { name: "Separar" })[0]!);
  await waitFor(() => expect(imports.sent("/api/imports/preview")).toHaveLength(3));
  expect(lastPreview()["merges"]).toEqual([{ field: "category", from: "Insecticidas", to: "Inseticidas" }]);
});

test("a spelling that is ticked and not merged comes in with the import, as its button says", async () => {
  const bruma = { field: "manufacturer", value: "Bruma", rows: 26, near: null, likeness: null };
  previewSays({ newValueCount: 1, newValues: [bruma] });
  const user = await imports.openPreview();
  await user.type(screen.getByLabelText("Com que valor entra Bruma", { selector: "input" }), "Brumada SA");
  await user.click(screen.getByRole("button", { name: "Importar 1 registro e unir 1 valor" }));
  await screen.findByRole("heading", { name: "Importação concluída" });
  const merges = [{ field: "manufacturer", from: "Bruma", to: "Brumada SA" }];
  expect(imports.sent("/api/imports")).toMatchObject([{ merges }]);
  // It is stored: leaving asks nothing.
  await user.click(screen.getByRole("link", { name: "Buscar" }));
  await screen.findByRole("search");
});

test("where nothing is ticked there is no button that would merge nothing, and why is said", async () => {
  const value = { field: "category", value: "HERBICIDA", rows: 3, near: "Herbicidas", likeness: "same" };
  previewSays({ newValueCount: 1, newValues: [value] });
  const user = await imports.openPreview();
  expect(screen.getByRole("button", { name: "Unir 1 valor" })).toBeTruthy();
  await user.click(screen.getByLabelText("Unir HERBICIDA"));
  expect(screen.queryByRole("button", { name: /^Unir/ })).toBeNull();
  expect(screen.getByText(/^Nenhum valor está marcado para unir/)).toBeTruthy();
});

test("a column of numbers in place of names is said before the button, which is not plainly green", async () => {
  previewSays({ warnings: [{ code: "names_are_numbers", names: ["Mercadoria"] }] });
  const user = await imports.openPreview();
  const said = screen.getByRole("alert");
  expect(said.textContent).toContain("A coluna “Mercadoria” está como nome");
  const button = screen.getByRole("button", { name: "Importar 1 registro mesmo assim" });
  expect(button.getAttribute("data-variant")).toBe("outline");
  expect(said.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Escolher outra coluna" }));
  await screen.findByRole("heading", { name: "O que é cada coluna?" });
});

test("without a column of names the likely one is named above the button, and taken at one press", async () => {
  const column = (name: string, target: string, sample: string) => ({
    name,
    target,
    samples: [sample],
    foundType: "text",
    valueType: null,
  });
  const columns = [
    column("Código", "externalId", "Q-1"),
    column("Descrição", "description", "Enxada larga"),
    column("Preço", "price", "10,00"),
  ];
  imports.server.handle(
    healthy((request) => {
      const answer = answerImport(request);
      if (request.path === "/api/imports/columns") return { body: { ...answer?.body, columns } };
      if (request.path !== "/api/imports/preview") return answer;
      const found = importResult([], true);
      const names = request.body.includes('"target":"name"');
      const warnings = names ? [] : [{ code: "no_names", names: ["Descrição"], count: 12, of: null }];
      return {
        body: importState(true, {
          ...found,
          report: { ...found.report, created: names ? 12 : 0, errors: [], errorCount: 0, warnings },
        }),
      };
    }),
  );
  const user = await imports.openColumns();
  await user.click(screen.getByRole("button", { name: "Conferir" }));
  await screen.findByRole("heading", { name: "O que vai acontecer" });
  const said = screen.getByRole("alert");
  expect(said.textContent).toContain("Nenhuma coluna é o nome");
  expect(said.textContent).toContain("12 linhas com códigos que o catálogo não tem foram recusadas");
  const button = screen.getByRole("button", { name: "Importar 0 registros" });
  expect(said.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Usar “Descrição” como nome" }));
  await screen.findByRole("button", { name: "Importar 12 registros" });
  expect(screen.queryByText(/Nenhuma coluna é o nome/)).toBeNull();
  const sent = lastPreview()["columns"] as { column: string; target: string }[];
  expect(sent.map(({ target }) => target)).toEqual(["externalId", "name", "price"]);
});

test("a list of prices that knows some codes and not others is no danger", async () => {
  previewSays({ updated: 9, warnings: [{ code: "no_names", names: [], count: 1, of: null }] });
  await imports.openPreview();
  expect(screen.getByRole("alert").textContent).toContain("1 linha com um código");
  const button = screen.getByRole("button", { name: "Importar 10 registros" });
  expect(button.getAttribute("data-variant")).toBe("filled");
});

test("words in place of prices, and prices that go, are counted above the button", async () => {
  previewSays({
    updated: 8,
    warnings: [
      { code: "prices_on_request", names: ["sob consulta", "-"], count: 3, of: null },
      { code: "erased_prices", names: ["Vlr"], count: 1, of: null },
    ],
  });
  await imports.openPreview();
  const words = screen.getByText("Em vez de um preço, 3 linhas dizem: “sob consulta” e “-”.", {
    exact: false,
  });
  const erased = screen.getByText("1 produto do catálogo perde o preço, porque “Vlr”", { exact: false });
  const button = screen.getByRole("button", { name: "Importar 9 registros" });
  for (const said of [words, erased]) {
    expect(said.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  }
});

test("changed records are shown from what to what, by pages", async () => {
  const row = (n: number) => ({
    row: n,
    id: "00000000-0000-4000-8000-00000000000a",
    name: `Item ${String(n)}`,
    changes: [{ field: "price", from: 10, to: 12.5 }],
  });
  const asked: string[] = [];
  imports.server.handle(
    healthy((request) => {
      if (request.path.startsWith(`/api/imports/${RUN}/rows?`)) {
        asked.push(request.path);
        const second = request.path.includes("offset=25");
        const rows = second ? [row(27)] : Array.from({ length: 25 }, (_, at) => row(at + 2));
        return { body: { rows, listed: 26, total: 488 } };
      }
      if (request.path !== "/api/imports/preview") return answerImport(request);
      const found = importResult([], true);
      const changedFields = [{ field: "price", count: 488 }];
      return {
        body: importState(true, { ...found, report: { ...found.report, updated: 488, changedFields } }),
      };
    }),
  );
  const user = await imports.openPreview();
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
