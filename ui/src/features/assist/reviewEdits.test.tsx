/** A suggestion of the queue that is being edited is a draft of this tab until it is stored. */
import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { healthy, renderApp } from "../../test/app";
import { asksBeforeClosing } from "../../test/page/leaving";
import { item } from "../../test/records";
import { startServer, type TestServer } from "../../test/server";

const suggestion = { value: "Fungicidas", currency: null, confidence: 0.5, reason: "r", evidence: [] };
const entry = { run: "r1", item: item("a", { name: "Azul" }), field: "category", traceId: "t1", suggestion };

let server: TestServer;
let rows: (typeof entry)[];
let sent: Record<string, unknown>[];
let isRefused: boolean;
beforeEach(async () => {
  sessionStorage.clear();
  rows = [entry];
  sent = [];
  isRefused = false;
  server = await startServer(
    healthy(({ path, method, body }) => {
      const address = path.split("?")[0];
      if (address === "/api/catalog/enrichments") return { body: [] };
      if (address === "/api/faqs/grid") return { body: { rows: [], total: 0 } };
      if (address !== "/api/catalog/review") return undefined;
      if (method === "GET") return { body: { rows, total: rows.length } };
      sent.push(JSON.parse(body) as Record<string, unknown>);
      if (isRefused) return { status: 503, body: { code: "database_stuck", message: "?", details: null } };
      rows = [];
      return { body: entry.item };
    }),
  );
});
afterEach(() => server.close());

const box = () => screen.findByRole("textbox", { name: "Editar a sugestão" });
async function edit() {
  const page = await renderApp(server, "#/catalog/review");
  const card = await screen.findByRole("listitem", { name: "Categoria" });
  await waitFor(() => expect(card).toHaveFocus());
  await page.user.keyboard("e");
  await page.user.type(await box(), " novos");
  return page;
}

test("it asks before the tab is closed, is named out of sight, and is there again", async () => {
  const { user, unmount } = await edit();
  await waitFor(() => expect(asksBeforeClosing()).toBe(true));
  await user.click(screen.getByRole("link", { name: "Perguntas e respostas" }));
  await user.click(await screen.findByRole("button", { name: "Voltar a Azul" }));
  expect(await box()).toHaveValue("Fungicidas novos");
  unmount();
  // Where it is listed no more, as after a decision of another person, it is not lost either.
  rows = [];
  await renderApp(server, "#/catalog/review");
  expect(await box()).toHaveValue("Fungicidas novos");
});

test("Escape keeps it, a refusal keeps it, and Ctrl+S stores it", async () => {
  isRefused = true;
  const { user } = await edit();
  await user.keyboard("{Escape}e{Control>}s{/Control}");
  await screen.findByText(/database_stuck/);
  expect(await box()).toHaveValue("Fungicidas novos");
  isRefused = false;
  await user.click(await box());
  await user.keyboard("{Control>}s{/Control}");
  await waitFor(() => expect(sent[1]).toMatchObject({ outcome: "edited", value: "Fungicidas novos" }));
  await waitFor(() => expect(screen.queryByRole("textbox", { name: "Editar a sugestão" })).toBeNull());
  await waitFor(() => expect(asksBeforeClosing()).toBe(false));
});

test("the price that an item has stands there in its own currency", async () => {
  const priced = { ...suggestion, value: 310, currency: "BRL" };
  const ours = item("a", { name: "Azul", price: 50, currency: "USD" });
  rows = [{ ...entry, item: ours, field: "price", suggestion: priced as never }];
  await renderApp(server, "#/catalog/review");
  const card = await screen.findByRole("listitem", { name: "Preço" });
  expect(card).toHaveTextContent(/US\$\s?50,00/);
  expect(card).toHaveTextContent(/R\$\s?310,00/);
});
