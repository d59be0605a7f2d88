/** Forms whose text the browser has no room for. */
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { healthy, renderApp } from "../../../../test/app";
import { Catalog, giveHeight } from "../../../../test/catalog";
import { startServer, type TestServer } from "../../../../test/server";

const times = { createdAt: "2026-01-01T00:00:00Z", updatedAt: "2026-01-01T00:00:00Z", version: 1 };
const faq = {
  ...{ id: "a", externalId: null, question: "Qual o prazo?", answer: "Até 30 dias.", tags: [] },
  ...{ status: "ativo", approvedAt: null, approval: "none", ...times },
};
const group = { id: 7, kind: "culture", name: "soja", terms: ["soja", "sojal"], ...times };
const NO_ROOM = "O navegador não tem lugar para guardar isto: não recarregue a página.";

let server: TestServer;
let restoreHeight: () => void;
beforeEach(async () => {
  sessionStorage.clear();
  restoreHeight = giveHeight(600);
  const catalog = new Catalog(3).handler();
  const records = healthy(({ method, path }) => {
    if (path === "/api/faqs/grid") return { body: { rows: [{ faq, deleted: false }], total: 1 } };
    if (path.startsWith("/api/faqs/a")) return { body: faq };
    return path === "/api/synonyms" && method === "GET" ? { body: [group] } : undefined;
  });
  server = await startServer((request) =>
    /^\/api\/(faqs|synonyms)/.test(request.path) ? records(request) : catalog(request),
  );
  const setItem = sessionStorage.setItem.bind(sessionStorage);
  vi.spyOn(Storage.prototype, "setItem").mockImplementation((key: string, value: string) => {
    if (key.includes("Draft.")) throw new DOMException("full", "QuotaExceededError");
    setItem(key, value);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  restoreHeight();
  return server.close();
});

test.each([
  ["item", "#/catalog/items?item=i001", /^Nome/],
  ["question", "#/catalog/faqs?faq=a", "Pergunta"],
  ["group", "#/catalog/synonyms?group=7", "Nome do grupo"],
])("the form of a %s says so, and so do the pages while it is out of sight", async (_, address, name) => {
  const { user } = await renderApp(server, address);
  const field = await screen.findByRole("textbox", { name });
  expect(screen.queryByText(NO_ROOM)).toBeNull();
  await user.type(field, " um");
  expect(await screen.findByText(NO_ROOM)).toBeInTheDocument();
  const parts = within(screen.getByRole("navigation", { name: "Partes de Catálogo" }));
  await user.click(parts.getByRole("link", { name: "Importar e exportar" }));
  expect(await screen.findByText(NO_ROOM)).toBeInTheDocument();
  window.location.hash = address;
  // A form may be drawn anew once its record is read: a button of before takes no press.
  await waitFor(async () => {
    const discard = screen.queryByRole("button", { name: "Descartar" });
    if (discard) await user.click(discard);
    expect(screen.queryByText(NO_ROOM)).toBeNull();
  });
});
