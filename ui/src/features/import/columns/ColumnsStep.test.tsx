import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { healthy, renderApp } from "../../../test/app";
import { startServer, type TestServer } from "../../../test/server";

const UPLOAD = "00000000-0000-4000-8000-000000000001";
const facts = {
  ...{ format: "csv", encoding: "UTF-8", separator: ";", sheet: null, sheets: [], hiddenSheets: [] },
  headerRow: 1,
  preset: "plain",
};
type Asked = { columns: unknown[] };

let server: TestServer;
beforeEach(async () => {
  server = await startServer(healthy());
});
afterEach(() => server.close());

test("a list of prices by code and description offers the description as the name", async () => {
  const column = (name: string, target: string, samples: string[]) => ({
    ...{ name, target, samples, foundType: "text", valueType: null },
  });
  const columns = [
    column("Cód.", "externalId", ["101", "102", "103"]),
    column("Descrição", "description", ["Enxada 2,5 lb", "Pá quadrada", "Foice roçadeira"]),
    column("À vista", "price", ["42,00", "55,50", "61,00"]),
  ];
  const seen = { file: facts, columns, columnCount: 3, head: [], remembered: false };
  const asked: Asked[] = [];
  server.handle(
    healthy(({ method, path, body }) => {
      if (path === "/api/uploads") return { body: { id: UPLOAD, pieceBytes: 64 } };
      if (path.startsWith(`/api/uploads/${UPLOAD}?`) && method === "PUT") return { body: { received: 64 } };
      if (path === "/api/imports/columns") return { body: seen };
      if (path === "/api/imports/preview") asked.push(JSON.parse(body) as Asked);
      return path === "/api/imports" ? { body: [] } : undefined;
    }),
  );
  const { user } = await renderApp(server, "#/catalog/import");
  const field = await screen.findByLabelText("Escolher arquivo", { selector: "input" });
  await user.upload(field, new File(["Cód.;Descrição;À vista\n"], "precos.csv"));
  await screen.findByRole("heading", { name: "O que é cada coluna?" });
  expect(screen.getByText(/Nenhuma coluna é o nome/)).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Usar “Descrição” como nome" }));
  expect(screen.getByRole("combobox", { name: /Descrição/ })).toHaveValue("name");
  expect(screen.queryByText(/Nenhuma coluna é o nome/)).toBeNull();
  expect(screen.queryByRole("button", { name: /como nome/ })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Conferir" }));
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]?.columns).toContainEqual(expect.objectContaining({ column: "Descrição", target: "name" }));
});
