import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { healthy, renderApp } from "../../test/app";
import {
  answerImport,
  checkFile,
  importResult,
  importState,
  RUN,
  serveImports,
  UPLOAD,
} from "../../test/import";

const imports = serveImports();

test("a file goes in pieces, its columns are said, a cell is corrected, and it is imported", async () => {
  const user = await imports.openColumns();
  expect(imports.server.received.filter(({ method }) => method === "PUT")).toHaveLength(5);
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
  await user.click(await screen.findByRole("button", { name: "Importar 2 registros" }));
  await screen.findByRole("heading", { name: "Importação concluída" });
  expect(screen.getByText("Tudo gravado, numa só operação.")).toBeTruthy();

  const [run] = imports.sent("/api/imports") as [Record<string, unknown>];
  expect(run["columns"]).toEqual([
    { column: "Cod", target: "externalId", valueType: null },
    { column: "Mercadoria", target: "name", valueType: null },
    { column: "Vlr", target: "price", valueType: null },
  ]);
  expect([run["sheet"], run["headerRow"]]).toEqual(["Preços", 1]);
  expect(run["fixes"]).toEqual([{ row: 3, column: "Vlr", value: "2,75" }]);
  expect(run["operationId"]).toMatch(/^[0-9a-f-]{36}$/);
});

test("the result counts what was stored and what was not, and says all only of all", async () => {
  const user = await imports.openColumns();
  await checkFile(user);
  await user.click(await screen.findByRole("button", { name: "Importar 1 registro" }));
  await screen.findByRole("heading", { name: "Importação concluída" });
  expect(screen.queryByText(/Tudo gravado/)).toBeNull();
  const said = screen.getByText(/1 registro gravado, numa só operação\./);
  expect(said).toHaveTextContent("1 linha com erro não foi gravada.");
});

test("a refused file says why, and another can be chosen", async () => {
  imports.server.handle(
    healthy(({ path }) =>
      path === "/api/uploads"
        ? { status: 413, body: { code: "too_large", message: "Maior que 2048 MB", details: null } }
        : undefined,
    ),
  );
  const { user } = await renderApp(imports.server, "#/catalog/import");
  const field = await screen.findByLabelText("Escolher arquivo", { selector: "input" });
  await user.upload(field, new File(["x"], "x.csv"));
  expect(await screen.findByText("Maior que 2048 MB")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Tentar de novo" }));
  await waitFor(() => expect(screen.queryByText("Maior que 2048 MB")).toBeNull());
});

const LOST = { status: 504, body: { code: "timed_out", message: "Sem resposta", details: null } };
test.each([
  ["whose answer is lost", "the same", LOST, undefined],
  ["whose progress is lost", "the same", undefined, LOST],
  ["that its database interrupted", "the same", undefined, endedBy("import_interrupted")],
  ["that was refused", "another", undefined, endedBy("file_unreadable")],
])("another try of an import %s goes under %s id", async (_, id, answer, progress) => {
  const failures = { answer, progress };
  const once = (name: keyof typeof failures) => {
    const failure = failures[name];
    failures[name] = undefined;
    return failure;
  };
  imports.server.handle(
    healthy((request) => {
      const { method, path } = request;
      if (path === `/api/imports/${RUN}`) return once("progress");
      if (path !== "/api/imports" || method !== "POST") return answerImport(request);
      const isOver = failures.progress === undefined;
      return once("answer") ?? (isOver ? answerImport(request) : { body: importState(false, null) });
    }),
  );
  const user = await imports.openPreview();
  await user.click(screen.getByRole("button", { name: /^Importar 1 registro/ }));
  await user.click(await screen.findByRole("button", { name: "Tentar de novo" }));
  await screen.findByRole("heading", { name: "Importação concluída" });
  const ids = (imports.sent("/api/imports") as { operationId: string }[]).map((sent) => sent.operationId);
  expect(ids).toHaveLength(2);
  expect(ids[0] === ids[1]).toBe(id === "the same");
});

test("an import that is cancelled before the program has answered is cancelled as soon as it has", async () => {
  let go = () => {};
  const after = new Promise<void>((resolve) => (go = resolve));
  const cancelled = {
    ...importState(false, null),
    error: { code: "cancelled", message: "-", details: null },
  };
  const seen: string[] = [];
  imports.server.handle(
    healthy((request) => {
      const { method, path } = request;
      if (path === "/api/imports" && method === "POST") return { body: importState(false, null), after };
      if (path.startsWith(`/api/imports/${RUN}`) && !path.includes("/rows")) seen.push(path);
      if (path === `/api/imports/${RUN}/cancel`) return { body: cancelled };
      return path === `/api/imports/${RUN}` ? { body: cancelled } : answerImport(request);
    }),
  );
  const user = await imports.openPreview();
  await user.click(screen.getByRole("button", { name: /^Importar 1 registro/ }));
  await waitFor(() => expect(imports.sent("/api/imports")).toHaveLength(1));
  await user.click(screen.getByRole("button", { name: "Cancelar" }));
  go();
  await waitFor(() => expect(seen).toContain(`/api/imports/${RUN}/cancel`));
  // Only then is it over.
  await waitFor(() => expect(screen.getByRole("button", { name: /^Importar 1 registro/ })).toBeEnabled());
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a page that is loaded anew shows the import that goes on, and can stop it", async () => {
  const over = { now: false };
  const seen: string[] = [];
  imports.server.handle(
    healthy((request) => {
      const { method, path } = request;
      if (path === "/api/imports" && method === "GET") {
        const counting = { ...importState(true, null), id: "00000000-0000-4000-8000-000000000009" };
        return { body: [counting, { ...importState(false, null), rows: 1200, percent: 40 }] };
      }
      if (path === `/api/imports/${RUN}/cancel`) {
        seen.push("cancel");
        return { body: importState(false, null) };
      }
      if (path === `/api/imports/${RUN}`)
        return {
          body: { ...importState(false, over.now ? importResult([], false) : null), rows: 1200, percent: 40 },
        };
      return answerImport(request);
    }),
  );
  const { user } = await renderApp(imports.server, "#/catalog/import");
  expect(await screen.findByRole("heading", { name: "Importação em andamento" })).toBeTruthy();
  expect(screen.getByText(/lista\.csv/)).toBeTruthy();
  expect(screen.getByText(/1\.200 linhas/)).toBeTruthy();
  expect(screen.queryByLabelText("Escolher arquivo", { selector: "input" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Cancelar" }));
  await waitFor(() => expect(seen).toEqual(["cancel"]));
  over.now = true;
  expect(await screen.findByRole("heading", { name: "Importação concluída" })).toBeTruthy();
});

test("a step that nobody knows the end of says its name and its time, not a percentage", async () => {
  const now = { phase: "applying", percent: null as number | null, seconds: 42 };
  imports.server.handle(
    healthy((request) => {
      const under = { ...importState(false, null), ...now, rows: 1200 };
      if (request.path === "/api/imports" && request.method === "GET") return { body: [under] };
      if (request.path === `/api/imports/${RUN}/cancel`) {
        now.phase = "cancelling";
        return { body: { ...under, ...now } };
      }
      if (request.path === `/api/imports/${RUN}`) return { body: { ...under, ...now } };
      return answerImport(request);
    }),
  );
  const { user } = await renderApp(imports.server, "#/catalog/import");
  expect(await screen.findByText("Gravando")).toBeTruthy();
  expect(screen.getByText("1.200 linhas lidas · há 42 segundos")).toBeTruthy();
  expect(screen.queryByRole("progressbar")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Cancelar" }));
  expect(await screen.findByText("Cancelando")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Cancelar" })).toHaveProperty("disabled", true);
});

test("of records that are being stored it says how many, how much of all, and since when", async () => {
  const now = { phase: "applying", percent: 30, moved: 30_000, seconds: 42 };
  imports.server.handle(
    healthy((request) => {
      const under = { ...importState(false, null), ...now, rows: 100_000 };
      if (request.path === "/api/imports" && request.method === "GET") return { body: [under] };
      return request.path === `/api/imports/${RUN}` ? { body: under } : answerImport(request);
    }),
  );
  await renderApp(imports.server, "#/catalog/import");
  const said = "100.000 linhas lidas · 30.000 registros gravados · 30% · há 42 segundos";
  expect(await screen.findByText(said)).toBeTruthy();
  expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("30");
});

test("a page that is left gives back the place of its file", async () => {
  const user = await imports.openColumns();
  await user.click(screen.getByRole("link", { name: "Buscar" }));
  await waitFor(() =>
    expect(
      imports.server.received.filter(
        ({ method, path }) => method === "DELETE" && path === `/api/uploads/${UPLOAD}`,
      ),
    ).toHaveLength(1),
  );
});

test("a list of questions that is dropped where products are imported is read as questions, and says so", async () => {
  imports.server.handle(
    healthy((request) => {
      if (request.path !== "/api/imports/columns") return answerImport(request);
      const { kind } = JSON.parse(request.body) as { kind: string };
      const columns = ["question", "answer"].map((name) => ({
        name,
        target: kind === "faqs" ? name : "attribute",
        samples: ["a"],
        foundType: "text",
        valueType: null,
      }));
      const seen = answerImport(request)?.body as object;
      return { body: { ...seen, columns, columnCount: 2 } };
    }),
  );
  const user = await imports.openColumns();
  expect(screen.getByRole("radio", { name: "Perguntas e respostas" })).toBeChecked();
  expect(screen.getByText(/o arquivo foi lido como perguntas/)).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Conferir" })).toBeEnabled();
  await user.click(screen.getByRole("radio", { name: "Produtos" }));
  await waitFor(() => expect(screen.getByRole("radio", { name: "Produtos" })).toBeChecked());
  expect(screen.queryByText(/o arquivo foi lido como/)).toBeNull();
});

function endedBy(code: string) {
  return { body: { ...importState(false, null), error: { code, message: "Acabou", details: null } } };
}
