import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renderApp } from "../../../test/app";
import { Catalog, giveHeight } from "../../../test/catalog";
import { holdAnswers, startServer, type TestServer } from "../../../test/server";
import { forgetOperations, ownOperations } from "../shared/ownOperations";

let server: TestServer;
let catalog: Catalog;
let restoreHeight: () => void;

beforeEach(async () => {
  restoreHeight = giveHeight(600);
  catalog = new Catalog(3);
  server = await startServer(catalog.handler());
});
afterEach(() => {
  restoreHeight();
  forgetOperations();
  return server.close();
});

const field = (label: string) => screen.findByLabelText(label, { selector: "input, textarea" });
const name = () => field("Nome*");
const openItem = (id: string) => renderApp(server, `#/catalog/items?item=${id}`);

async function write(label: () => Promise<HTMLElement>, value: string) {
  fireEvent.change(await label(), { target: { value } });
}

test("what was changed is named, and saved with the version it started from", async () => {
  const { user } = await openItem("i001");
  await write(name, "Produto novo");
  expect(await screen.findByText("Alterado: Nome")).toBeInTheDocument();
  await user.keyboard("{Control>}s{/Control}");
  expect(await screen.findByText("Tudo salvo")).toBeInTheDocument();
  expect(catalog.sent("PUT", "/api/catalog/items/i001")[0]).toMatchObject({
    version: 1,
    name: "Produto novo",
  });
});

test("notes are edited, say what may read them, and are too long with a word", async () => {
  catalog.change("i001", { notes: "Última caixa" });
  const { user } = await openItem("i001");
  const notes = () => field("Observações");
  expect(await notes()).toHaveValue("Última caixa");
  expect(await notes()).toHaveAccessibleDescription(/respostas a clientes podem usá-las/);
  await write(notes, "n".repeat(20_001));
  expect(await screen.findByText(/Longo demais\. Permitido: de 1 a 20\.000/)).toBeInTheDocument();
  await write(notes, "Pedir receituário");
  expect(await screen.findByText("Alterado: Observações")).toBeInTheDocument();
  (await name()).focus();
  await user.keyboard("{Control>}s{/Control}");
  await waitFor(() => expect(catalog.find("i001")?.notes).toBe("Pedir receituário"));
});

test("a text that becomes long, or short again, is typed on in the field where it was begun", async () => {
  catalog.change("i001", { attributes: { alvo: "x".repeat(89), praga: "y".repeat(92) } });
  const { user } = await openItem("i001");
  await user.type(await field("Alvo"), "abc");
  expect(await field("Alvo")).toHaveFocus();
  expect(await field("Alvo")).toHaveValue(`${"x".repeat(89)}abc`);
  await user.type(await field("Praga"), "{Backspace}{Backspace}{Backspace}z");
  expect(await field("Praga")).toHaveValue(`${"y".repeat(89)}z`);
});

test("attributes that were not changed are not sent, for the page may not hold them", async () => {
  const stored = '{"big":12345678901234567890,"__proto__":"p","dose":"1"}';
  catalog.change("i001", { attributes: JSON.parse(stored) as Record<string, unknown> });
  const { user } = await openItem("i001");
  await write(() => field("Fabricante"), "Outra");
  (await name()).focus();
  await user.keyboard("{Control>}s{/Control}");
  const puts = () => catalog.sent("PUT", "/api/catalog/items/i001");
  await waitFor(() => expect(puts()).toHaveLength(1));
  expect(puts()[0]).toMatchObject({ manufacturer: "Outra", attributes: {}, changedAttributes: [] });
  expect(server.received.filter(({ method }) => method === "PUT")[0]?.body).not.toContain("1234567890");

  await write(() => field("Dose"), "2");
  (await name()).focus();
  await user.keyboard("{Control>}s{/Control}");
  await waitFor(() => expect(puts()).toHaveLength(2));
  expect(puts()[1]).toMatchObject({ attributes: { dose: "2" }, changedAttributes: ["dose"] });
});

test("of very many attributes the first are drawn, and what is changed or wrong", async () => {
  const attributes = Object.fromEntries(Array.from({ length: 130 }, (_, at) => [`campo_${at}`, `v${at}`]));
  catalog.change("i001", { attributes });
  await openItem("i001");
  const rows = () => document.querySelectorAll("[id^='item-field-attributes.']:is(input)");
  await waitFor(() => expect(rows()).toHaveLength(60));
  // By texts and ids: to count roles over every row takes seconds here.
  fireEvent.click(screen.getByText("Mostrar mais 60 (fora de vista: 70)"));
  await waitFor(() => expect(rows()).toHaveLength(120));
  const last = document.getElementById("item-field-attributes.campo_119")!;
  fireEvent.change(last, { target: { value: "w" } });
  fireEvent.keyDown(last, { key: "s", code: "KeyS", ctrlKey: true });
  await waitFor(() => expect(catalog.find("i001")?.attributes).toEqual({ ...attributes, campo_119: "w" }));
});

test("a field that cannot be stored says so, and nothing is sent", async () => {
  const { user } = await openItem("i001");
  await write(() => field("Preço"), "1.250");
  expect(await screen.findByText(/milhar ou decimal/)).toBeInTheDocument();
  (await name()).focus();
  await user.keyboard("{Control>}s{/Control}");
  await waitFor(async () => expect(await field("Preço")).toHaveFocus());
  expect(catalog.sent("PUT", "/api/catalog/items/i001")).toHaveLength(0);
});

test("what the server refuses is shown at its field", async () => {
  server.handle(
    catalog.handler(({ method }) =>
      method === "PUT"
        ? {
            status: 422,
            body: {
              code: "invalid_fields",
              message: "?",
              details: { fields: [{ field: "category", code: "too_long", value: "x", allowed: "1..300" }] },
            },
          }
        : undefined,
    ),
  );
  const { user } = await openItem("i001");
  await write(name, "Outro");
  (await name()).focus();
  await user.keyboard("{Control>}s{/Control}");
  expect(await screen.findByText(/Longo demais\. Permitido: de 1 a 300/)).toBeInTheDocument();
  await waitFor(async () => expect(await field("Categoria")).toHaveFocus());
});

test("an item that is opened while another is being deleted stays open", async () => {
  const deletion = holdAnswers();
  server.handle(
    catalog.handler(({ method }) =>
      method === "DELETE" ? { body: { id: "i001" }, after: deletion.until } : undefined,
    ),
  );
  const { user } = await openItem("i001");
  await user.click(await screen.findByRole("button", { name: "Mais ações" }));
  await user.click(await screen.findByRole("menuitem", { name: "Excluir" }));
  await waitFor(() => expect(server.received.some(({ method }) => method === "DELETE")).toBe(true));
  window.location.hash = "#/catalog/items?item=i002";
  await waitFor(async () => expect(await name()).toHaveValue("Produto 002"));
  deletion.release();
  expect(await screen.findByText("“Produto 001” excluído")).toBeInTheDocument();
  expect(window.location.hash).toBe("#/catalog/items?item=i002");
});

test("a deleted item can be brought back, and its form with it", async () => {
  const deleted = { status: 200, body: { id: "i001" } };
  server.handle(
    catalog.handler(({ method, path }) =>
      method === "DELETE" || path.endsWith("/restore") ? deleted : undefined,
    ),
  );
  const { user } = await openItem("i001");
  await user.click(await screen.findByRole("button", { name: "Mais ações" }));
  await user.click(await screen.findByRole("menuitem", { name: "Excluir" }));
  const toast = (await screen.findByText("“Produto 001” excluído")).closest("[role=status]") as HTMLElement;
  await waitFor(() => expect(window.location.hash).not.toContain("item="));
  // The sheet's own key takes it back too.
  expect(ownOperations().done.at(-1)?.label).toBe("“Produto 001” excluído");
  await user.click(within(toast).getByRole("button", { name: "Desfazer" }));
  await waitFor(() => expect(window.location.hash).toContain("item=i001"));
  expect(server.received.some(({ path }) => path === "/api/catalog/items/i001/restore")).toBe(true);
});

test("an item that cannot be deleted says why, and stays open", async () => {
  const body = { code: "database_stuck", message: "O banco parou.", details: null };
  server.handle(catalog.handler(({ method }) => (method === "DELETE" ? { status: 503, body } : undefined)));
  const { user } = await openItem("i001");
  await user.click(await screen.findByRole("button", { name: "Mais ações" }));
  await user.click(await screen.findByRole("menuitem", { name: "Excluir" }));
  expect(await screen.findByText("O banco parou.")).toBeInTheDocument();
  expect(await name()).toHaveValue("Produto 001");
  expect(ownOperations().done).toEqual([]);
});

test("Escape with unsaved changes asks; discarded, they are gone", async () => {
  const { user } = await openItem("i001");
  await write(name, "Pela metade");
  (await name()).focus();
  await user.keyboard("{Escape}");
  expect(await screen.findByText("Há alterações não salvas")).toBeInTheDocument();
  const [, discard] = screen.getAllByRole("button", { name: "Descartar" });
  await user.click(discard as HTMLElement);
  await waitFor(() => expect(window.location.hash).not.toContain("item="));
  expect(sessionStorage.length).toBe(0);
});

test("what was typed outlives the page", async () => {
  const first = await openItem("i001");
  await write(name, "Não perdido");
  await waitFor(() => expect(sessionStorage.length).toBe(1));
  first.unmount();
  await openItem("i001");
  await waitFor(async () => expect(await name()).toHaveValue("Não perdido"));
  expect(screen.getByText(/foram recuperadas/)).toBeInTheDocument();
});

test("save and next walks through the sheet's order", async () => {
  const { user } = await openItem("i001");
  await screen.findByText("Produto 002");
  await write(name, "Um");
  (await name()).focus();
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(async () => expect(await name()).toHaveValue("Produto 002"));
  expect(catalog.find("i001")?.name).toBe("Um");
});

test("a new item begins as a draft, is published by key, and the next begins", async () => {
  const { user } = await openItem("new");
  await write(name, "Adubo");
  (await name()).focus();
  await user.keyboard("{Control>}{Shift>}s{/Shift}{/Control}");
  await waitFor(() =>
    expect(catalog.sent("POST", "/api/catalog/items")[0]).toMatchObject({ status: "ativo" }),
  );
  await waitFor(() => expect(window.location.hash).toContain("item=new3"));
});

test("the form has its keys also where nothing has the focus", async () => {
  const { user } = await openItem("i001");
  await write(name, "Sem foco");
  (document.activeElement as HTMLElement).blur();
  await waitFor(() => expect(document.body).toHaveFocus());
  await user.keyboard("{Control>}s{/Control}");
  await waitFor(() => expect(catalog.find("i001")?.name).toBe("Sem foco"));
});
