import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
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

/** An attribute of a category that has four items. */
function attribute(key: string, items: number, expected: boolean) {
  return { key, items, share: items / 4, expected, own: expected, inheritedFrom: null };
}

test("what the category expects is shown with its share, chosen, and taken back", async () => {
  const sent: unknown[] = [];
  const found = (expected: boolean) => ({
    category: "Fungicidas",
    items: 4,
    attributes: [attribute("dose", 3, true), attribute("formulacao", 1, expected)],
    settled: { origin: "counted", actor: null, items: 5, at: "2026-05-03T12:00:00Z", before: ["cor"] },
  });
  server.handle(
    catalog.handler(({ method, path, body }) => {
      if (!path.startsWith("/api/catalog/expectation")) return undefined;
      if (method === "POST") sent.push((JSON.parse(body) as { attributes: unknown }).attributes);
      return { body: found(sent.length > 0) };
    }),
  );
  const { user } = await openItem("i001");
  await user.click(await screen.findByRole("button", { name: "O que se espera de Fungicidas" }));
  expect(await screen.findByText(/Marcado está o que ao menos metade tinha/)).toBeInTheDocument();
  expect(screen.getByLabelText(/Dose\s+75\s?% · 3 itens/)).toBeChecked();
  expect(screen.getByRole("button", { name: "Guardar o esperado" })).toBeDisabled();
  await user.click(screen.getByLabelText(/Formulacao|Formulação/));
  await user.click(screen.getByRole("button", { name: "Guardar o esperado" }));
  await waitFor(() => expect(sent).toEqual([["dose", "formulacao"]]));
  const press = async (name: string) => {
    await waitFor(() => expect(screen.getByRole("button", { name })).toBeEnabled());
    await user.click(screen.getByRole("button", { name }));
  };
  await press("Voltar ao anterior");
  await waitFor(() => expect(sent).toHaveLength(2));
  await press("Contar de novo");
  await waitFor(() => expect(sent).toEqual([["dose", "formulacao"], ["cor"], null]));
});

test("what a category above expects is ticked, said to be inherited, and not sent as the category's own", async () => {
  const sent: unknown[] = [];
  const body = {
    category: "Fungicidas",
    items: 4,
    attributes: [
      { ...attribute("dose", 3, true), own: false, inheritedFrom: "Defensivos" },
      attribute("formulacao", 1, false),
    ],
    settled: null,
  };
  server.handle(
    catalog.handler((request) => {
      if (!request.path.startsWith("/api/catalog/expectation")) return undefined;
      if (request.method === "POST")
        sent.push((JSON.parse(request.body) as { attributes: unknown }).attributes);
      return { body };
    }),
  );
  const { user } = await openItem("i001");
  await user.click(await screen.findByRole("button", { name: "O que se espera de Fungicidas" }));
  const inherited = await screen.findByLabelText(/Dose.*herdado de Defensivos/);
  expect(inherited).toBeChecked();
  expect(inherited).toBeDisabled();
  await user.click(screen.getByLabelText(/Formulacao|Formulação/));
  await user.click(screen.getByRole("button", { name: "Guardar o esperado" }));
  await waitFor(() => expect(sent).toEqual([["formulacao"]]));
});

test("what is ticked while an expectation is being stored stays ticked", async () => {
  const storing = holdAnswers();
  const found = {
    category: "Fungicidas",
    items: 4,
    attributes: [attribute("dose", 3, true), attribute("formulacao", 1, false)],
    settled: null,
  };
  let stored = found;
  server.handle(
    catalog.handler(({ method, path }) => {
      if (!path.startsWith("/api/catalog/expectation")) return undefined;
      if (method === "GET") return { body: stored };
      stored = {
        ...found,
        attributes: found.attributes.map((one) => ({ ...one, expected: true, own: true })),
      };
      return { body: stored, after: storing.until };
    }),
  );
  const { user } = await openItem("i001");
  await user.click(await screen.findByRole("button", { name: "O que se espera de Fungicidas" }));
  await user.click(await screen.findByLabelText(/Formulacao|Formulação/));
  await user.click(screen.getByRole("button", { name: "Guardar o esperado" }));
  await user.click(screen.getByLabelText(/Dose\s+75/));
  storing.release();
  await waitFor(() => expect(screen.getByRole("button", { name: "Contar de novo" })).toBeEnabled());
  expect(screen.getByLabelText(/Dose\s+75/)).not.toBeChecked();
  expect(screen.getByLabelText(/Formulacao|Formulação/)).toBeChecked();
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

describe("somebody else saved first", () => {
  test("both versions are shown, a field is chosen, and the merge is saved over theirs", async () => {
    const { user } = await openItem("i001");
    await write(name, "Meu nome");
    catalog.change("i001", { name: "Nome deles", manufacturer: "Outra" });
    (await name()).focus();
    await user.keyboard("{Control>}s{/Control}");
    expect(await screen.findByText("Alguém salvou este item antes de você")).toBeInTheDocument();
    expect(screen.getByText("Nome deles")).toBeInTheDocument();
    const merge = screen.getByRole("button", { name: "Juntar e salvar" });
    expect(merge).toBeDisabled();
    expect(catalog.find("i001")?.name).toBe("Nome deles");
    await user.click(screen.getByRole("radio", { name: "Seu" }));
    await user.click(merge);
    await waitFor(() => expect(catalog.find("i001")?.name).toBe("Meu nome"));
    expect(catalog.find("i001")?.manufacturer).toBe("Outra");
  });
});

test("of two versions theirs may be taken, and what only one changed is named", async () => {
  const { user } = await openItem("i001");
  await write(name, "Meu nome");
  await write(() => field("Código externo"), "M-1");
  catalog.change("i001", { name: "Nome deles", manufacturer: "Outra" });
  (await name()).focus();
  await user.keyboard("{Control>}s{/Control}");
  expect(await screen.findByText("falta escolher 1 campo")).toBeInTheDocument();
  expect(screen.getByText(/^Alterado só na versão gravada.*: Fabricante\./)).toBeInTheDocument();
  expect(screen.getByText(/^Alterado só por você.*: Código externo\./)).toBeInTheDocument();
  const sides = within(screen.getByRole("group", { name: "Nome" }));
  expect(sides.getByText("Produto 001")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Ficar com a versão gravada" }));
  expect(await name()).toHaveValue("Nome deles");
  expect(screen.queryByText("Alguém salvou este item antes de você")).toBeNull();
  expect(await screen.findByText("Tudo salvo")).toBeInTheDocument();
  expect(catalog.find("i001")?.name).toBe("Nome deles");
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

describe("the history of an item", () => {
  const revision = (version: number, changes: unknown[], actor = "rosa") => ({
    ...{ version, changes, actor, source: "person", confirmedBy: null, operationId: null, operation: null },
    at: `2026-05-0${version}T12:00:00Z`,
  });
  const revisions = [
    {
      ...revision(3, [{ field: "name", from: "Nome dois", to: "Produto 001" }], "ana"),
      ...{ source: "assistant", confirmedBy: "ana" },
    },
    revision(2, [{ field: "name", from: "Nome um", to: "Nome dois" }]),
    revision(1, [{ field: "name", from: null, to: "Nome um" }]),
  ];
  const serveHistory = () =>
    server.handle(catalog.handler(({ path }) => (/\/history/.test(path) ? { body: revisions } : undefined)));

  test("of one field gives a value back into the form, unsaved", async () => {
    serveHistory();
    const { user } = await openItem("i001");
    await name();
    await user.click(screen.getByRole("button", { name: /^Histórico de Nome/ }));
    const past = within(await screen.findByRole("dialog"));
    expect((await past.findAllByRole("listitem")).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/assistente, confirmado por ana.*Produto 001$/),
      expect.stringMatching(/rosa.*Nome dois/),
      expect.stringMatching(/rosa.*Nome um/),
    ]);
    await user.click(past.getAllByRole("button", { name: "Usar este valor" })[1] as HTMLElement);
    expect(await name()).toHaveValue("Nome um");
    expect(await screen.findByText("Alterado: Nome")).toBeInTheDocument();
    expect(catalog.sent("PUT", "/api/catalog/items/i001")).toEqual([]);
  });

  test("of the whole record leads back to before a save", async () => {
    serveHistory();
    const { user } = await openItem("i001");
    await name();
    await user.click(screen.getByRole("button", { name: "Histórico" }));
    const [newest] = await screen.findAllByRole("button", { name: "Trazer este estado para o formulário" });
    await user.click(newest as HTMLElement);
    await waitFor(async () => expect(await name()).toHaveValue("Nome dois"));
  });
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
  expect(document.body).toHaveFocus();
  await user.keyboard("{Control>}s{/Control}");
  await waitFor(() => expect(catalog.find("i001")?.name).toBe("Sem foco"));
});

test("a save that comes second leads to both versions, however late they are drawn", async () => {
  const { user } = await openItem("i001");
  await write(name, "Meu nome");
  catalog.change("i001", { name: "Nome deles" });
  (await name()).focus();
  const find = document.getElementById.bind(document);
  let looks = 0;
  const look = vi.spyOn(document, "getElementById");
  // The first looks come before the page has drawn both versions.
  look.mockImplementation((id) => (id === "item-conflict" && looks++ < 3 ? null : find(id)));
  await user.keyboard("{Control>}s{/Control}");
  await waitFor(() =>
    expect(screen.getByRole("heading", { name: "Alguém salvou este item antes de você" })).toHaveFocus(),
  );
  expect(looks).toBeGreaterThan(3);
  look.mockRestore();
});

describe("what this tab itself stored of the item in the sheet", () => {
  const PRICE = 5;
  const cell = () => document.querySelector(`[data-at="0:${PRICE}"]`) as HTMLElement;

  async function typePrice(user: UserEvent, text: string) {
    await waitFor(() => expect(cell()).not.toBeNull());
    cell().focus();
    fireEvent.mouseDown(cell());
    await user.keyboard(`${text}{Enter}`);
  }

  test("comes into the form beside what is typed there, and is no other person's", async () => {
    const { user } = await openItem("i001");
    await write(name, "Meu nome");
    await typePrice(user, "55");
    await waitFor(() => expect(catalog.find("i001")?.price).toBe(55));
    await waitFor(async () => expect(await field("Preço")).toHaveValue("55,00"));
    expect(screen.queryByText("Alguém salvou este item antes de você")).toBeNull();
    expect(screen.getByText("Alterado: Nome")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Salvar" }));
    await waitFor(() => expect(catalog.find("i001")?.name).toBe("Meu nome"));
    expect(catalog.sent("PUT", "/api/catalog/items/i001")).toMatchObject([{ version: 2, price: 55 }]);
  });

  test("is decided about where the form has the same field, as one's own", async () => {
    const { user } = await openItem("i001");
    await write(() => field("Preço"), "66");
    await typePrice(user, "55");
    const title = /^Você gravou outros valores deste item em outro lugar/;
    expect(await screen.findByRole("heading", { name: title })).toBeInTheDocument();
    const sides = within(screen.getByRole("group", { name: "Preço" }));
    expect(sides.getByText("55,00")).toBeInTheDocument();
    expect(screen.queryByText("Alguém salvou este item antes de você")).toBeNull();
  });

  test("is merged by a save that comes before the form has read it", async () => {
    const { user } = await openItem("i001");
    await write(name, "Meu nome");
    server.handle(
      catalog.handler(({ method, path }) =>
        method === "GET" && path.endsWith("/items/i001") ? { silent: true } : undefined,
      ),
    );
    await typePrice(user, "55");
    await waitFor(() => expect(catalog.find("i001")?.price).toBe(55));
    await waitFor(() => expect(cell()).not.toHaveAttribute("data-state"));
    await user.click(screen.getByRole("button", { name: "Salvar" }));
    await waitFor(() => expect(catalog.find("i001")).toMatchObject({ name: "Meu nome", price: 55 }));
    expect(await screen.findByText("Tudo salvo")).toBeInTheDocument();
  });

  test("with another person's save in between is told as that person's", async () => {
    const { user } = await openItem("i001");
    await write(name, "Meu nome");
    catalog.change("i001", { manufacturer: "Deles" });
    await typePrice(user, "55");
    expect(await screen.findByText("Alguém salvou este item antes de você")).toBeInTheDocument();
    expect(screen.getByText(/^Alterado só na versão gravada.*: Fabricante e Preço\./)).toBeInTheDocument();
  });
});

test("the name of a defined field adds its attribute, not a second one beside it", async () => {
  const teor = {
    ...{
      id: "f1",
      key: "teor_g_l",
      name: "Teor",
      unit: "g/L",
      fieldType: "number",
      allowed: [],
      group: null,
    },
    ...{
      position: 0,
      filterable: true,
      searchWeight: "normal",
      requiredIn: [],
      expectedIn: [],
      version: 1,
      updatedBy: "ana",
    },
    updatedAt: "2026-05-04T10:00:00Z",
  };
  server.handle(
    catalog.handler(({ path }) => (path === "/api/catalog/fields" ? { body: [teor] } : undefined)),
  );
  const { user } = await openItem("i001");
  await user.type(await field("Outro atributo"), "teor");
  expect(await screen.findByRole("option", { name: "Teor (g/L)" })).toBeInTheDocument();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(document.getElementById("item-field-attributes.teor_g_l")).toHaveFocus());
});

test("what stands in the form because the category wants it is not offered to be added", async () => {
  const category = catalog.find("i001")?.category ?? "";
  const wanted = { id: "f1", key: "teor_g_l", name: "Teor", unit: "g/L", fieldType: "text", group: null };
  const field = { ...wanted, allowed: [], requiredIn: [category], expectedIn: [], filterable: true };
  server.handle(
    catalog.handler(({ path }) => {
      if (path === "/api/catalog/fields") return { body: [field] };
      const attributes = [{ key: "teor_g_l" }, { key: "cor" }];
      return path === "/api/catalog/columns" ? { body: { attributes } } : undefined;
    }),
  );
  await openItem("i001");
  const offered = within(await screen.findByRole("group", { name: /^Comuns/ }));
  await waitFor(() => expect(document.getElementById("item-field-attributes.teor_g_l")).not.toBeNull());
  await waitFor(() => expect(offered.queryByRole("button", { name: /^Teor/ })).toBeNull());
  expect(offered.getByRole("button", { name: "Cor" })).toBeInTheDocument();
});
