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
type ColumnsRequest = { columns: unknown[] };

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
  const rest = { columnCount: 3, head: [], remembered: false, layout: "ab", profile: null, twins: [] };
  const seen = { file: facts, columns, ...rest };
  const asked: ColumnsRequest[] = [];
  server.handle(
    healthy(({ method, path, body }) => {
      if (path === "/api/uploads") return { body: { id: UPLOAD, pieceBytes: 64 } };
      if (path.startsWith(`/api/uploads/${UPLOAD}?`) && method === "PUT") return { body: { received: 64 } };
      if (path === "/api/imports/columns") return { body: seen };
      if (path === "/api/imports/preview") asked.push(JSON.parse(body) as ColumnsRequest);
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

test("a profile that does not fit says what is missing, and a reading is kept as a profile", async () => {
  const column = (name: string, target: string) => ({
    ...{ name, target, samples: ["1"], foundType: "text", valueType: null },
  });
  const profile = { id: "00000000-0000-4000-8000-0000000000aa", name: "Agro Sul" };
  const kept = { ...profile, kind: "items", layout: null, content: { columns: [], priceRule: null } };
  const rest = { file: facts, columnCount: 2, head: [], remembered: false, layout: "ab", twins: [] };
  const columns = [column("Cód.", "externalId"), column("Produto", "name")];
  const missing = { ...profile, missing: ["Custo"], decimal: null, priceColumn: null, priceRule: null };
  const saved: { name: string; layout: string; content: { columns: unknown[]; priceRule: unknown } }[] = [];
  const read: { profile: string | null }[] = [];
  server.handle(
    healthy(({ method, path, body }) => {
      if (path === "/api/uploads") return { body: { id: UPLOAD, pieceBytes: 64 } };
      if (path.startsWith(`/api/uploads/${UPLOAD}?`) && method === "PUT") return { body: { received: 64 } };
      if (path === "/api/imports/columns") {
        read.push(JSON.parse(body) as (typeof read)[number]);
        return { body: { ...rest, columns, profile: missing } };
      }
      if (path.startsWith("/api/imports/profiles") && method === "GET") return { body: [kept] };
      if (path === "/api/imports/profiles" && method === "PUT") {
        saved.push(JSON.parse(body) as (typeof saved)[number]);
        return { body: kept };
      }
      return path === "/api/imports" ? { body: [] } : undefined;
    }),
  );
  const { user } = await renderApp(server, "#/catalog/import");
  const field = await screen.findByLabelText("Escolher arquivo", { selector: "input" });
  await user.upload(field, new File(["Cód.;Produto\n"], "precos.csv"));
  expect(
    await screen.findByText(/O perfil “Agro Sul” não serve: falta ao arquivo Custo\./),
  ).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Mudar o perfil…" }));
  await user.type(screen.getByRole("textbox", { name: /Preços do arquivo vezes/ }), "1,35");
  await user.type(screen.getByRole("textbox", { name: /centavos/ }), "90");
  await user.click(screen.getByRole("button", { name: "Salvar o perfil" }));
  await waitFor(() => expect(saved).toHaveLength(1));
  // A file that it does not fit says nothing of how it reads.
  const priceRule = { factor: 1.35, cents: 90 };
  expect(saved[0]).toMatchObject({ name: "Agro Sul", layout: null, content: { columns: [], priceRule } });
  await waitFor(() => expect(read.at(-1)?.profile).toBe(profile.id));
  await user.click(await screen.findByRole("button", { name: "Mudar o perfil…" }));
  await user.click(screen.getByRole("button", { name: "Salvar como outro" }));
  await waitFor(() => expect(saved).toHaveLength(2));
  expect(saved[1]?.layout).toBe("ab");
  expect(saved[1]?.content.columns).toHaveLength(2);
  const choice = screen.getByRole("combobox", { name: "Perfil do fornecedor" });
  // What is saved reads the file: nothing else is chosen before that.
  await waitFor(() => expect(choice).toBeEnabled());
  await user.selectOptions(choice, "Nenhum");
  await waitFor(() => expect(read.at(-1)?.profile).toBe("00000000-0000-0000-0000-000000000000"));
});
