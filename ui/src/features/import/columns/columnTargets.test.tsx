import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { healthy } from "../../../test/app";
import { answerImport, serveImports } from "../../../test/import";

const imports = serveImports();

test("sheet and header are chosen, and so is the type of a column", async () => {
  const user = await imports.openColumns();
  await user.selectOptions(screen.getByLabelText("Linha do cabeçalho"), "2");
  await waitFor(() => expect(imports.sent("/api/imports/columns")).toHaveLength(3));
  expect(within(screen.getByLabelText("Planilha do arquivo")).getByText("Capa (oculta)")).toBeVisible();
  await user.selectOptions(screen.getByLabelText("Planilha do arquivo"), "Capa");
  await waitFor(() => expect(imports.sent("/api/imports/columns")).toHaveLength(4));
  // Without a name among the products, the columns were also read as those of questions.
  const [, , header, sheet] = imports.sent("/api/imports/columns");
  expect(header).toMatchObject({ sheet: "Preços", headerRow: 2 });
  expect(sheet).toMatchObject({ sheet: "Capa", headerRow: null });

  await user.selectOptions(screen.getByLabelText("Destino da coluna Mercadoria"), "name");
  const type = screen.getByLabelText("Tipo da coluna Vlr");
  expect(within(type).getByRole("option", { name: "Descobrir: número" })).toHaveProperty("selected", true);
  await user.selectOptions(type, "texto");
  await user.click(screen.getByRole("button", { name: "Conferir" }));
  await screen.findByRole("row", { name: /caro/ });
  const [preview] = imports.sent("/api/imports/preview") as [{ columns: unknown[] }];
  expect(preview.columns[2]).toEqual({ column: "Vlr", target: "attribute", valueType: "text" });
});

test("a sheet that cannot be read is tried again as it was chosen, and the file is not checked", async () => {
  const user = await imports.openColumns();
  const empty = { code: "file_unreadable", message: "A planilha «Capa» está vazia", details: null };
  imports.server.handle(
    healthy((request) => {
      const isEmpty = request.path === "/api/imports/columns" && request.body.includes("Capa");
      return isEmpty ? { status: 422, body: empty } : answerImport(request);
    }),
  );
  await user.selectOptions(screen.getByLabelText("Planilha do arquivo"), "Capa");
  expect(await screen.findByText(/está vazia/)).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Tentar de novo" }));
  await waitFor(() => expect(imports.sent("/api/imports/columns")).toHaveLength(4));
  expect(imports.sent("/api/imports/columns")[3]).toMatchObject({ sheet: "Capa" });
  expect(imports.sent("/api/imports/preview")).toHaveLength(0);
});

test("a header of which no name is known is said to be perhaps none", async () => {
  const user = await imports.openColumns();
  expect(screen.queryByText(/Nenhuma coluna tem um nome conhecido/)).toBeNull();
  await user.selectOptions(screen.getByLabelText("Destino da coluna Cod"), "attribute");
  imports.server.handle(
    healthy((request) => {
      const found = answerImport(request);
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
  const user = await imports.openColumns();
  const said = /Nenhuma coluna é o nome: só produtos cujo código já está no catálogo/;
  expect(screen.queryByText(said)).toBeNull();
  await user.selectOptions(screen.getByLabelText("Destino da coluna Vlr"), "price");
  expect(screen.getByText(said)).toBeInTheDocument();
  await user.selectOptions(screen.getByLabelText("Destino da coluna Mercadoria"), "name");
  expect(screen.queryByText(said)).toBeNull();
});

test("what a new record needs is asked for before anything is checked", async () => {
  const user = await imports.openColumns();
  await user.selectOptions(screen.getByLabelText("Destino da coluna Cod"), "nothing");
  expect(screen.getByRole("alert").textContent).toContain("Nome");
  expect(screen.getByRole("button", { name: "Conferir" })).toHaveProperty("disabled", true);
});

test("a column without a heading is called by its place, and a heading stays as it stands in the file", async () => {
  imports.server.handle(
    healthy((request) => {
      const found = answerImport(request);
      if (request.path !== "/api/imports/columns" || !found) return found;
      const column = { samples: ["1,50"], foundType: "text", valueType: null };
      const columns = [
        { ...column, name: "name", target: "name" },
        { ...column, name: "column_2", target: "attribute" },
        { ...column, name: "column_3", target: "attribute" },
      ];
      const head = [
        { row: 1, cells: ["name", "column_2", " "] },
        { row: 2, cells: ["Enxada", "x", "y"] },
      ];
      return { body: { ...(found as { body: object }).body, columns, head } };
    }),
  );
  await imports.openColumns();
  const headings = screen.getAllByRole("rowheader").map(({ textContent }) => textContent);
  expect(headings).toEqual(["name", "column_2", "Coluna 3"]);
  expect(screen.getByLabelText("Destino da coluna Coluna 3")).toBeInTheDocument();
  expect(screen.getByLabelText("Tipo da coluna Coluna 3")).toBeInTheDocument();
});
