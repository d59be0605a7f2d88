import { screen, waitFor, within } from "@testing-library/react";
import { flushSync } from "react-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hideToast } from "../../../../components/toast/toasts";
import { renderApp } from "../../../../test/app";
import { Catalog, giveHeight } from "../../../../test/catalog";
import { asksBeforeClosing } from "../../../../test/page/leaving";
import { startServer, type Answer, type TestServer } from "../../../../test/server";
import { forgetOperations, noteOperation, ownOperations } from "../../shared/ownOperations";

let server: TestServer;
let restoreHeight: () => void;
/** What the program answers an edit. */
let answerEdit: () => Answer;
/** Items that a preview says would change. */
let changed: number;
let cancelled: string[];

const SIMILAR = [
  { field: "category", value: "Cercas", records: 4, near: "CERCA", nearRecords: 4, likeness: "same" },
];
const failure = (status: number, code: string): Answer => ({
  status,
  body: { code, message: `Erro ${code}`, details: null },
});

beforeEach(async () => {
  restoreHeight = giveHeight(600);
  const catalog = new Catalog(3);
  changed = 2;
  cancelled = [];
  const rest = { unchanged: 0, problems: [], problemCount: 0, sample: [] };
  server = await startServer(
    catalog.handler(({ path, method }) => {
      if (path.startsWith("/api/catalog/similar-values")) return { body: SIMILAR };
      if (path === "/api/catalog/bulk/preview")
        return { body: { matched: 3, changed, digest: `d${String(changed)}`, ...rest } };
      if (path === "/api/catalog/bulk") return answerEdit();
      if (!path.startsWith("/api/measurements/")) return undefined;
      if (method === "DELETE") cancelled.push(path.split("/").at(-1) ?? "");
      return { body: { done: 1, total: 3 } };
    }),
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  restoreHeight();
  forgetOperations();
  hideToast();
  return server.close();
});

type BulkRequest = { operationId: string; expect: string };
const edits = () =>
  server.received
    .filter(({ path }) => path === "/api/catalog/bulk")
    .map(({ body }) => JSON.parse(body) as BulkRequest);

const undos = () => server.received.map(({ path }) => path).filter((path) => path.endsWith("/undo"));

async function openBulk() {
  const { user } = await renderApp(server, "#/catalog/items");
  await screen.findByText("Produto 001");
  await waitFor(() => expect(document.querySelector('[data-at="0:0"]')).toHaveFocus());
  await user.keyboard("{Shift>} {/Shift}");
  await user.click(await screen.findByRole("button", { name: "Editar em massa" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Editar em massa" }));
  await user.type(dialog.getByLabelText("Valor", { selector: "input" }), "Adubo");
  return { user, dialog };
}

async function openMerge() {
  const { user } = await renderApp(server, "#/catalog/items");
  await screen.findByText("Produto 001");
  await user.click(screen.getByRole("button", { name: "Juntar valores parecidos" }));
  const name = "Valores escritos de mais de um jeito";
  return { user, dialog: within(await screen.findByRole("dialog", { name })) };
}

const makeButton = (count: number) => ({ name: `Alterar ${String(count)} itens` });

test("prices of packages are changed by a percentage, of those with a label alone", async () => {
  const { user, dialog } = await openBulk();
  await user.click(dialog.getByRole("combobox", { name: "Campo" }));
  await user.click(await screen.findByRole("option", { name: "Preço das embalagens à venda" }));
  await user.type(dialog.getByRole("textbox", { name: "Só as embalagens com o rótulo" }), "5 L");
  await user.type(dialog.getByLabelText("Quantos por cento", { selector: "input" }), "-5");
  const findRequest = () =>
    server.received.filter(({ path }) => path === "/api/catalog/bulk/preview").map(({ body }) => body);
  await waitFor(() =>
    expect((JSON.parse(findRequest().at(-1) ?? "{}") as { changes?: unknown }).changes).toEqual([
      { field: "packages.price", action: "percent", value: "-5", find: "5 L" },
    ]),
  );
});

test.each([
  ["a bulk edit", openBulk],
  ["a merge of values", openMerge],
])("Escape out of %s that is under way asks, then ends it, and says what came of it", async (_, open) => {
  let answer = () => {};
  const after = new Promise<void>((resolve) => (answer = resolve));
  answerEdit = () => ({ ...failure(499, "cancelled"), after });
  const { user, dialog } = await open();
  await user.click(await dialog.findByRole("button", makeButton(2)));
  expect(await dialog.findByRole("button", { name: "Cancelar a edição e fechar" })).toBeInTheDocument();
  await user.keyboard("{Escape}");
  const asked = within(await screen.findByRole("dialog", { name: "A edição em massa está em andamento" }));
  expect(cancelled).toEqual([]);
  await user.click(asked.getByRole("button", { name: "Cancelar a edição e fechar" }));
  await waitFor(() => expect(cancelled).toEqual([edits()[0]?.operationId]));
  answer();
  expect(await screen.findByText("A edição foi cancelada: nada foi alterado.")).toBeInTheDocument();
});

test("an edit that could not be ended any more is told with the way back, and closes no other dialog", async () => {
  let answer = () => {};
  const after = new Promise<void>((resolve) => (answer = resolve));
  answerEdit = () => ({
    after,
    body: { operationId: "op", changed: 2, unchanged: 0, problems: [], problemCount: 0 },
  });
  const { user, dialog } = await openBulk();
  await user.click(await dialog.findByRole("button", makeButton(2)));
  await user.click(await dialog.findByRole("button", { name: "Cancelar a edição e fechar" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await screen.findByText(/^Cancelamento pedido/)).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Juntar valores parecidos" }));
  await screen.findByRole("dialog", { name: "Valores escritos de mais de um jeito" });
  answer();
  expect(await screen.findByText("Era tarde para cancelar: 2 itens alterados.")).toBeInTheDocument();
  expect(screen.getByRole("dialog", { name: "Valores escritos de mais de um jeito" })).toBeInTheDocument();
});

test("the remark about a bulk edit takes that edit back, whatever was done since", async () => {
  answerEdit = () => ({
    body: { operationId: "op-bulk", changed: 2, unchanged: 0, problems: [], problemCount: 0 },
  });
  const { user, dialog } = await openBulk();
  await user.click(await dialog.findByRole("button", makeButton(2)));
  const text = await screen.findByText("2 itens alterados");
  const remark = within(text.closest<HTMLElement>("[data-tone]") ?? document.body);
  noteOperation({ id: "op-later", label: "Preço de Produto 003" });
  await user.click(remark.getByRole("button", { name: "Desfazer" }));
  expect(await screen.findByText("Desfeito: 2 itens alterados")).toBeInTheDocument();
  expect(undos()).toEqual(["/api/operations/op-bulk/undo"]);
  expect(ownOperations().done.map(({ id }) => id)).toEqual(["op-later"]);
});

test.each([
  ["a bulk edit", openBulk],
  ["a merge of values", openMerge],
])("%s whose selection has changed is looked at anew before it is made", async (_, open) => {
  answerEdit = () => {
    changed = 3;
    return failure(409, "selection_changed");
  };
  const { user, dialog } = await open();
  await user.click(await dialog.findByRole("button", makeButton(2)));
  expect(await dialog.findByText(/Os itens mudaram desde a prévia, e nada foi alterado/)).toBeInTheDocument();
  expect(await dialog.findByText("3 itens mudariam")).toBeInTheDocument();
  expect(dialog.queryByRole("button", { name: "Tentar de novo" })).toBeNull();
  expect(edits()).toHaveLength(1);
  await user.click(await dialog.findByRole("button", makeButton(3)));
  await waitFor(() => expect(edits().map(({ expect: digest }) => digest)).toEqual(["d2", "d3"]));
});

test("a bulk edit that is filled in is not left without a question", async () => {
  const { user, dialog } = await openBulk();
  expect(asksBeforeClosing()).toBe(true);
  const leave = () => (window.location.hash = "#/catalog/faqs");
  leave();
  const name = "A edição em massa não foi feita";
  await screen.findByRole("dialog", { name });
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog", { name })).toBeNull());
  expect(dialog.getByLabelText("Valor", { selector: "input" })).toHaveValue("Adubo");
  leave();
  await user.click(await screen.findByRole("button", { name: "Descartar e sair" }));
  await waitFor(() => expect(window.location.hash).toBe("#/catalog/faqs"));
  await waitFor(() => expect(asksBeforeClosing()).toBe(false));
});

const ASKS = "A edição em massa não foi feita";

test("a bulk edit that is filled in is closed after a question alone", async () => {
  const { user, dialog } = await openBulk();
  // Out of the field, whose list of values Escape closes first.
  await user.tab();
  await user.keyboard("{Escape}");
  const asked = within(await screen.findByRole("dialog", { name: ASKS }));
  await waitFor(() => expect(asked.getByRole("button", { name: "Continuar a edição" })).toHaveFocus());
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog", { name: ASKS })).toBeNull());
  expect(dialog.getByLabelText("Valor", { selector: "input" })).toHaveValue("Adubo");
  await user.click(dialog.getByRole("button", { name: "Fechar" }));
  await user.click(await screen.findByRole("button", { name: "Descartar e fechar" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(asksBeforeClosing()).toBe(false);
});

/** As a browser does, and a test does not: React draws between two listeners of one key. */
function drawBetweenListeners() {
  const listen = window.addEventListener.bind(window);
  const drawing = (type: string, listener: EventListener, options?: AddEventListenerOptions) => {
    const flushListener = (event: Event) => flushSync(() => listener(event));
    listen(type, type === "keydown" ? flushListener : listener, options);
  };
  vi.spyOn(window, "addEventListener").mockImplementation(drawing as typeof window.addEventListener);
}

test("the Escape that asks whether a bulk edit is closed does not answer as well", async () => {
  drawBetweenListeners();
  const { user } = await openBulk();
  await user.tab();
  await user.keyboard("{Escape}");
  expect(await screen.findByRole("dialog", { name: ASKS })).toBeInTheDocument();
});

test("of two questions about a bulk edit one is asked: that of the page which is left", async () => {
  const { user, dialog } = await openBulk();
  await user.click(dialog.getByRole("button", { name: "Fechar" }));
  await screen.findByRole("button", { name: "Continuar a edição" });
  window.location.hash = "#/catalog/faqs";
  await screen.findByRole("button", { name: "Descartar e sair" });
  await waitFor(() => expect(screen.queryByRole("button", { name: "Continuar a edição" })).toBeNull());
  await user.click(screen.getByRole("button", { name: "Ficar na planilha" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: ASKS })).toBeNull());
  expect(dialog.getByLabelText("Valor", { selector: "input" })).toHaveValue("Adubo");
});

test("a merge of values asks before it is closed once another spelling is chosen, and not before", async () => {
  const { user, dialog } = await openMerge();
  const other = await dialog.findByRole("radio", { name: "Manter CERCA" });
  expect(asksBeforeClosing()).toBe(false);
  await user.click(other);
  expect(asksBeforeClosing()).toBe(true);
  await user.click(dialog.getByRole("button", { name: "Cancelar" }));
  await user.click(await screen.findByRole("button", { name: "Continuar a edição" }));
  expect(other).toBeChecked();
  // What was proposed at first is nothing that is lost.
  await user.click(dialog.getByRole("radio", { name: "Manter Cercas" }));
  expect(asksBeforeClosing()).toBe(false);
  await user.click(dialog.getByRole("button", { name: "Cancelar" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("an edit whose answer was lost is tried again as the same edit", async () => {
  answerEdit = () => {
    // It was made all the same: another preview than before.
    changed = 3;
    return failure(503, "database_unreachable");
  };
  const { user, dialog } = await openBulk();
  await user.click(await dialog.findByRole("button", makeButton(2)));
  await user.click(await dialog.findByRole("button", { name: "Tentar de novo" }));
  await waitFor(() => expect(edits()).toHaveLength(2));
  expect(edits()[1]).toEqual(edits()[0]);
});
