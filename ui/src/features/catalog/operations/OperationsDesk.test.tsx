import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { healthy, renderApp } from "../../../test/app";
import { startServer, type TestServer } from "../../../test/server";
import type { Operation } from "./types";

const operation = (id: string, change: Partial<Operation>): Operation => ({
  id,
  kind: "update-item",
  actor: "ana",
  mine: true,
  source: "person",
  at: "2026-01-01T12:00:00Z",
  records: 1,
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
  await server.close();
});

test("an operation on one record says which, one on many how many", async () => {
  const rows = [
    operation("a", { record: record("items", "Ureia <b>45%</b>", "U-1") }),
    operation("b", { kind: "update-faq", record: record("faqs", "Entregam?", null) }),
    operation("c", { kind: "bulk-edit", records: 1200 }),
    operation("d", { kind: "create-item", undoable: false, whyNot: "purged" }),
  ];
  server.handle(
    healthy(({ path }) => (path.startsWith("/api/operations") ? { body: { rows, total: 4 } } : undefined)),
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
