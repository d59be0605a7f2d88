import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { healthy, renderApp } from "../../../../test/app";
import { importResult, importState } from "../../../../test/import";
import { startServer, type TestServer } from "../../../../test/server";

const UPLOAD = "00000000-0000-4000-8000-000000000001";
const id = "00000000-0000-4000-8000-0000000000aa";
const facts = {
  ...{ format: "csv", encoding: "UTF-8", separator: ";", sheet: null, sheets: [], hiddenSheets: [] },
  ...{ headerRow: 1, preset: "plain", tables: [] },
};

let server: TestServer;
beforeEach(async () => {
  server = await startServer(healthy());
});
afterEach(() => server.close());

/** A host with one profile that reads the file; `changeIt` is another person who saves it. */
async function openProfile() {
  let stored = { factor: 1.2, updatedAt: "2026-05-01T10:00:00Z" };
  const saved: {
    updatedAt: string | null;
    content: { priceRule: { factor: number }; columns: { column: string }[] };
  }[] = [];
  const checkedBy: (string | null)[] = [];
  const show = () => ({
    ...{ id, name: "Agro Sul", kind: "items", layout: "ab", updatedAt: stored.updatedAt },
    content: {
      columns: [{ column: "Obs. interna", target: "nothing" }],
      priceRule: { factor: stored.factor, cents: null },
    },
  });
  const column = (name: string, target: string) => ({
    ...{ name, target, samples: ["1"], foundType: "text", valueType: null },
  });
  server.handle(
    healthy(({ method, path, body }) => {
      if (path === "/api/uploads") return { body: { id: UPLOAD, pieceBytes: 64 } };
      if (path.startsWith(`/api/uploads/${UPLOAD}?`) && method === "PUT") return { body: { received: 64 } };
      if (path === "/api/imports/columns") {
        const columns = [column("Cód.", "externalId"), column("Produto", "name"), column("Custo", "price")];
        const profile = {
          id,
          name: "Agro Sul",
          missing: [],
          decimal: null,
          priceColumn: "Custo",
          priceRule: null,
        };
        const rest = { columnCount: 3, head: [], remembered: false, layout: "ab", twins: [] };
        return { body: { ...rest, file: facts, columns, profile } };
      }
      if (path.startsWith("/api/imports/profiles") && method === "GET") return { body: [show()] };
      if (path === "/api/imports/profiles" && method === "PUT") {
        const asked = JSON.parse(body) as (typeof saved)[number];
        if (asked.updatedAt !== stored.updatedAt) {
          const message = "O perfil do fornecedor foi mudado nesse meio-tempo";
          return { status: 409, body: { code: "profile_changed", message, details: null } };
        }
        saved.push(asked);
        return { body: show() };
      }
      if (path === "/api/imports/preview") {
        const { profile } = JSON.parse(body) as { profile: string | null };
        checkedBy.push(profile);
        if (profile === null) return { body: importState(true, importResult([], true)) };
        return { status: 404, body: { code: "not_found", message: "Não existe mais", details: null } };
      }
      return path === "/api/imports" ? { body: [] } : undefined;
    }),
  );
  const { user } = await renderApp(server, "#/catalog/import");
  const field = await screen.findByLabelText("Escolher arquivo", { selector: "input" });
  await user.upload(field, new File(["Cód.;Produto;Custo\n"], "precos.csv"));
  await user.click(await screen.findByRole("button", { name: "Mudar o perfil…" }));
  const factor = screen.getByRole("textbox", { name: /Preços do arquivo vezes/ });
  expect(factor).toHaveValue("1,2");
  await user.clear(factor);
  await user.type(factor, "1,5");
  stored = { factor: 1.4, updatedAt: "2026-05-01T11:00:00Z" };
  return { user, saved, checkedBy };
}

const changed = /Este perfil foi mudado nesse meio-tempo\./;
const textOfFactor = () => screen.getByRole("textbox", { name: /Preços do arquivo vezes/ });

test("a profile that was changed meanwhile is not overwritten unawares, and what was typed stays", async () => {
  const { user, saved } = await openProfile();
  expect(screen.queryByText(changed)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Salvar o perfil" }));
  await screen.findByText(changed);
  expect(saved).toEqual([]);
  expect(textOfFactor()).toHaveValue("1,5");
  await user.click(screen.getByRole("button", { name: "Salvar o perfil" }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.content.priceRule.factor).toBe(1.5);
  // What the profile says of a column that this file lacks is true of another file.
  const names = saved[0]?.content.columns.map(({ column }) => column);
  expect(names).toEqual(["Cód.", "Produto", "Custo", "Obs. interna"]);
});

test("what was saved meanwhile can be taken in place of what was typed", async () => {
  const { user, saved } = await openProfile();
  await user.click(screen.getByRole("button", { name: "Salvar o perfil" }));
  await screen.findByText(changed);
  await user.click(screen.getByRole("button", { name: "Ver o que está salvo" }));
  expect(textOfFactor()).toHaveValue("1,4");
  expect(screen.queryByText(changed)).toBeNull();
  expect(saved).toEqual([]);
});

test("a profile that was deleted meanwhile refuses one check, and not the next", async () => {
  const { user, checkedBy } = await openProfile();
  await user.click(screen.getByRole("button", { name: "Conferir" }));
  await screen.findByText(/Não existe mais/);
  expect(screen.getByRole("combobox", { name: "Destino da coluna Produto" })).toHaveValue("name");
  await user.click(screen.getByRole("button", { name: "Conferir" }));
  await screen.findByRole("heading", { name: "O que vai acontecer" });
  expect(checkedBy).toEqual([id, null]);
});
