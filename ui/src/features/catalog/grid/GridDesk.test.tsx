import { readFileSync } from "node:fs";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { renderApp } from "../../../test/app";
import { Catalog, giveHeight } from "../../../test/catalog";
import { status } from "../../../test/records";
import { startServer, type TestServer } from "../../../test/server";
import { forgetOperations } from "../shared/ownOperations";

let server: TestServer;
let catalog: Catalog;
let restoreHeight: () => void;

beforeEach(async () => {
  restoreHeight = giveHeight(600);
  catalog = new Catalog(250);
  server = await startServer(catalog.handler());
});
afterEach(() => {
  restoreHeight();
  forgetOperations();
  return server.close();
});

const cellAt = (row: number, column: number) => document.querySelector(`[data-at="${row}:${column}"]`);
const active = () => (document.activeElement as HTMLElement).dataset["at"];

async function openGrid(address = "#/catalog/items") {
  const { user } = await renderApp(server, address);
  await screen.findByText("Produto 001");
  await waitFor(() => expect(active()).toBe("0:0"));
  return user;
}

/** The columns in their usual order, by their place. */
const NAME = 0;
const PRICE = 5;

test("a price too wide for its column says the whole of it, and is cut with a sign", async () => {
  catalog.change("i001", { price: 999999999999.99 });
  await openGrid();
  const figure = cellAt(0, PRICE)?.querySelector("[title]");
  expect(figure?.textContent).toMatch(/999\.999\.999\.999,99/);
  expect(figure).toHaveAttribute("title", figure?.textContent);
  const rules = readFileSync("src/features/catalog/grid/cells/Cell.module.css", "utf8");
  expect(/\n\.figure \{([^}]*)\}/.exec(rules)?.[1]).toMatch(/overflow: hidden;[^}]*text-overflow: ellipsis;/);
});

describe("walking", () => {
  test("goes by keys, and the focus is always in the cell", async () => {
    const user = await openGrid();
    await user.keyboard("{ArrowDown}{ArrowDown}{ArrowRight}");
    expect(active()).toBe("2:1");
    await user.keyboard("{Control>}{End}{/Control}");
    expect(active()).toBe("249:9");
    await user.keyboard("{Control>}{Home}{/Control}{ArrowUp}");
    expect(active()).toBe("-1:0");
  });

  test("the sheet says how large it is, and fetches what comes into view", async () => {
    const user = await openGrid();
    expect(screen.getByRole("grid")).toHaveAttribute("aria-rowcount", "251");
    expect(catalog.sent("POST", "/api/catalog/grid").map(({ offset }) => offset)).not.toContain(200);
    await user.keyboard("{Control>}{ArrowDown}{/Control}");
    await waitFor(() => expect(cellAt(249, 0)).toHaveFocus());
  });

  test("a header sorts by Enter", async () => {
    const user = await openGrid();
    await user.keyboard("{ArrowUp}{Enter}{Enter}");
    await waitFor(() =>
      expect(catalog.sent("POST", "/api/catalog/grid").at(-1)).toMatchObject({
        sort: [{ column: "name", descending: true }],
      }),
    );
    await waitFor(() =>
      expect(screen.getByRole("columnheader", { name: /Nome/ })).toHaveAttribute("aria-sort", "descending"),
    );
  });
});

describe("other rows than before", () => {
  const sheet = () => screen.getByRole("grid");

  test("begin at the top where one looks for other words, and the words keep the focus", async () => {
    const user = await openGrid();
    await user.keyboard("{Control>}{End}{/Control}");
    sheet().scrollTop = 7000;
    await user.keyboard("{Control>}f{/Control}produto 0");
    await waitFor(() => expect(sheet()).toHaveAttribute("aria-rowcount", "100"));
    expect(sheet().scrollTop).toBe(0);
    expect(document.activeElement).toHaveAttribute("id", "grid-search");
    await user.keyboard("{Enter}");
    expect(active()).toBe("0:9");
  });

  test("begin at the top where they are in another order, and the header keeps the focus", async () => {
    const user = await openGrid();
    await user.keyboard("{ArrowUp}");
    sheet().scrollTop = 5000;
    await user.keyboard("{Enter}");
    await waitFor(() => expect(sheet().scrollTop).toBe(0));
    expect(active()).toBe("-1:0");
  });

  test("a condition that is taken away leaves the focus among the conditions", async () => {
    const user = await openGrid("#/catalog/items?f=status~is~ativo");
    await user.click(screen.getByRole("button", { name: /^Remover|^Retirar|^Tirar/ }));
    await waitFor(() => expect(screen.getByRole("button", { name: "Filtro" })).toHaveFocus());
  });

  test("an item that is opened or closed leaves the sheet where it is", async () => {
    const user = await openGrid();
    await user.keyboard("{ArrowDown}{ArrowDown}");
    sheet().scrollTop = 40;
    await user.keyboard("{Control>}{Enter}{/Control}");
    await screen.findByRole("region", { name: "Formulário do item" });
    expect(sheet().scrollTop).toBe(40);
  });
});

describe("writing", () => {
  const goToPrice = "{ArrowRight>5/}";

  test("typing begins, Enter stores and goes down, Escape lets it be", async () => {
    const user = await openGrid();
    await user.keyboard(`${goToPrice}12,5{Enter}`);
    expect(active()).toBe(`1:${PRICE}`);
    await waitFor(() => expect(catalog.find("i001")?.price).toBe(12.5));
    await user.keyboard("99{Escape}");
    expect(active()).toBe(`1:${PRICE}`);
    expect(catalog.sent("POST", "/api/catalog/cells")).toHaveLength(1);
  });

  test("what cannot be right is said at the cell and not sent", async () => {
    const user = await openGrid();
    await user.keyboard(`${goToPrice}1.250{Enter}{ArrowUp}`);
    expect(await screen.findByRole("alert")).toHaveTextContent(/milhar ou decimal/);
    expect(cellAt(0, PRICE)).toHaveAttribute("aria-invalid", "true");
    expect(catalog.sent("POST", "/api/catalog/cells")).toHaveLength(0);
    await user.keyboard("{Escape}");
    expect(cellAt(0, PRICE)).toHaveTextContent("10,00");
  });

  test("what another person has put there stands beside one's own value, and neither is lost", async () => {
    const user = await openGrid();
    catalog.change("i001", { price: 77 });
    await user.keyboard(`${goToPrice}55{Enter}{ArrowUp}`);
    expect(await screen.findByText("Gravado agora")).toBeInTheDocument();
    const remark = screen.getByRole("alert");
    expect(within(remark).getByText("77,00")).toBeInTheDocument();
    expect(remark).toHaveTextContent(/Rosa gravou outro valor aqui/);
    expect(cellAt(0, PRICE)).toHaveAccessibleDescription(/Rosa gravou outro valor.*77,00.*55/);
    expect(catalog.find("i001")?.price).toBe(77);
    await user.click(screen.getByRole("button", { name: "Gravar o meu" }));
    await waitFor(() => expect(catalog.find("i001")?.price).toBe(55));
    await waitFor(() => expect(cellAt(0, PRICE)).toHaveFocus());
  });

  test("Escape at a clash closes what is said there and keeps what was typed", async () => {
    const user = await openGrid();
    catalog.change("i001", { price: 77 });
    await user.keyboard(`${goToPrice}55{Enter}{ArrowUp}`);
    await screen.findByText("Gravado agora");
    await user.keyboard("56{Escape}");
    expect(cellAt(0, PRICE)).toHaveTextContent("55");
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("alert")).toBeNull();
    expect(cellAt(0, PRICE)).toHaveAttribute("data-state", "conflict");
    await waitFor(() => expect(cellAt(0, PRICE)).toHaveFocus());
    await user.keyboard("{Escape}{ArrowDown}{ArrowUp}");
    const remark = within(await screen.findByRole("alert"));
    expect(remark.getByText("55")).toBeInTheDocument();
    remark.getByRole("button", { name: "Gravar o meu" }).focus();
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("alert")).toBeNull();
    await waitFor(() => expect(cellAt(0, PRICE)).toHaveFocus());
    expect(cellAt(0, PRICE)).toHaveTextContent("55");
  });

  test("of several cells that clash at once, all are read out", async () => {
    const user = await openGrid();
    catalog.change("i001", { price: 77 });
    catalog.change("i002", { price: 78 });
    await user.keyboard(`${goToPrice}{Control>}v{/Control}`);
    await user.paste("1,50\n2,50\n");
    const said = await screen.findByText("2 células não foram gravadas.");
    expect(said.parentElement).toHaveTextContent(/Produto 001.*Produto 002/);
  });

  test("a value that waits is set as a stored one, and an emptied cell says so", async () => {
    const user = await openGrid();
    server.handle(
      catalog.handler(({ path }) => (path === "/api/catalog/cells" ? { hangUp: true } : undefined)),
    );
    await user.keyboard(`${goToPrice}55{Enter}{Delete}`);
    await waitFor(() => expect(cellAt(1, PRICE)).toHaveAttribute("data-state", "waiting"));
    expect(cellAt(0, PRICE)?.querySelector("[title='55']")?.className).toMatch(/figure/);
    expect(cellAt(1, PRICE)).toHaveTextContent("(vazio)");
    const status = 2;
    await user.keyboard("{Home}{ArrowRight>2/}r{Enter}");
    await waitFor(() => expect(cellAt(1, status)).toHaveAttribute("data-state", "waiting"));
    expect(cellAt(1, status)).toHaveTextContent(/^Rascunho/);
  });

  test("what another person has put into another field of the row is kept, without a word", async () => {
    const user = await openGrid();
    catalog.change("i001", { manufacturer: "Nova" });
    await user.keyboard(`${goToPrice}55{Enter}`);
    await waitFor(() => expect(catalog.find("i001")?.price).toBe(55));
    expect(catalog.find("i001")?.manufacturer).toBe("Nova");
    expect(active()).toBe(`1:${PRICE}`);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("a block is filled down, and cleared", async () => {
    const user = await openGrid();
    await user.keyboard(`${goToPrice}{Shift>}{ArrowDown}{ArrowDown}{/Shift}{Control>}d{/Control}`);
    await waitFor(() => expect(catalog.find("i003")?.price).toBe(10));
    const [request] = catalog.sent("POST", "/api/catalog/cells");
    expect(request?.["cells"]).toHaveLength(2);
  });

  test("a pasted block goes into the cells from the active one on", async () => {
    const user = await openGrid();
    await user.keyboard(goToPrice);
    await user.keyboard("{Control>}v{/Control}");
    await user.paste("1,50\n2,50\n");
    await waitFor(() => expect(catalog.find("i002")?.price).toBeDefined());
    await waitFor(() => expect(catalog.sent("POST", "/api/catalog/cells")).toHaveLength(1));
    expect(catalog.sent("POST", "/api/catalog/cells")[0]?.["cells"]).toMatchObject([
      { id: "i001", field: "price", value: 1.5 },
      { id: "i002", field: "price", value: 2.5 },
    ]);
  });

  test("a fill takes what was pasted a moment ago, though it is not stored yet", async () => {
    const user = await openGrid();
    await user.keyboard(`${goToPrice}{Control>}v{/Control}`);
    await user.paste("1,50");
    await user.keyboard("{Shift>}{ArrowDown}{/Shift}{Control>}d{/Control}");
    await waitFor(() => expect(catalog.find("i002")?.price).toBe(1.5));
  });

  test("copies what is selected as lines and tabs", async () => {
    const user = await openGrid();
    const written = vi.spyOn(navigator.clipboard, "writeText");
    await user.keyboard("{Shift>}{ArrowDown}{/Shift}{Control>}c{/Control}");
    await waitFor(() => expect(written).toHaveBeenCalledWith("Produto 001\nProduto 002"));
  });

  test("Ctrl+Z takes back the window's own last step, and says what it left alone", async () => {
    const user = await openGrid();
    await user.keyboard("{Control>}z{/Control}");
    expect(await screen.findByText(/nada seu para desfazer/)).toBeInTheDocument();
    await user.keyboard(`${goToPrice}5{Enter}`);
    await waitFor(() => expect(catalog.find("i001")?.price).toBe(5));
    await user.keyboard("{Control>}z{/Control}");
    const [written] = catalog.sent("POST", "/api/catalog/cells");
    const address = `/api/operations/${String(written?.["operationId"])}/undo`;
    await waitFor(() => expect(catalog.sent("POST", address)).toHaveLength(1));
    expect(catalog.sent("POST", address)[0]).toMatchObject({ scope: "mine" });
    expect(await screen.findByText(/Desfeito: Preço/)).toBeInTheDocument();
  });
});

test("what an undo left alone is not shown over a cell that is being written in, and leads back to it", async () => {
  const user = await openGrid();
  await user.keyboard("{ArrowRight>5/}5{Enter}");
  await waitFor(() => expect(catalog.find("i001")?.price).toBe(5));
  const writer = { changedBy: "http", changedAt: "2026-05-04T10:00:00Z" };
  catalog.undone = {
    conflicts: [
      { recordId: "i001", name: "Produto 001", field: "price", from: 10, to: 5, now: 7, ...writer },
    ],
    conflictCount: 1,
  };
  let answer = () => {};
  const after = new Promise<void>((resolve) => (answer = resolve));
  let isUndone = false;
  server.handle(
    catalog.handler(({ path }) => {
      if (isUndone || !path.includes("/undo")) return undefined;
      isUndone = true;
      const base = { operationId: null, undone: 0, deleted: 0, untouchable: [], untouchableCount: 0 };
      return { after, body: { ...base, ...catalog.undone } };
    }),
  );
  await user.keyboard("{Control>}z{/Control}");
  await waitFor(() => expect(isUndone).toBe(true));
  await user.keyboard("12");
  answer();
  await new Promise((over) => setTimeout(over, 300));
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.keyboard("3");
  expect(document.activeElement).toHaveProperty("value", "123");
  await user.keyboard("{Escape}");
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.queryByText(/http,/)).toBeNull();
  await user.click(dialog.getAllByRole("button", { name: "Fechar" }).at(-1) as HTMLElement);
  await waitFor(() => expect(active()).toBe(`1:${PRICE}`));
});

test("rows are selected by key, and all that match with one more", async () => {
  const user = await openGrid();
  await user.keyboard("{Shift>} {/Shift}");
  expect(await screen.findByText("1 item selecionado")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Selecionar os 250 itens desta lista" }));
  expect(await screen.findByText("250 itens selecionados")).toBeInTheDocument();
  expect(cellAt(0, NAME)?.closest("[role=row]")).toHaveAttribute("aria-selected", "true");
});

test("rows that were selected in another list are not selected in this one", async () => {
  const user = await openGrid();
  await user.keyboard("{Shift>} {/Shift}");
  expect(await screen.findByText("1 item selecionado")).toBeInTheDocument();
  await user.type(screen.getByLabelText("Filtrar por palavras"), "Produto 01");
  await waitFor(() => expect(screen.queryByText("1 item selecionado")).toBeNull());
});

test("a bulk edit says how far it is, can be cancelled, and shows where long lists differ", async () => {
  const tags = Array.from({ length: 40 }, (_, at) => `etiqueta${at}`);
  const sample = [{ id: "i001", name: "Produto 001", field: "tags", from: tags, to: [...tags, "promoção"] }];
  const preview = {
    matched: 1437,
    changed: 1437,
    unchanged: 0,
    problems: [],
    problemCount: 0,
    sample,
    digest: "d",
  };
  let cancelled = false;
  server.handle(
    catalog.handler(({ path, method }) => {
      if (path === "/api/catalog/bulk/preview") return { body: preview };
      if (path === "/api/catalog/bulk") return { silent: true };
      if (!path.startsWith("/api/measurements/")) return undefined;
      cancelled ||= method !== "GET";
      return { body: { done: 250, total: 1437 } };
    }),
  );
  const user = await openGrid();
  await user.keyboard("{Shift>} {/Shift}");
  await user.click(await screen.findByRole("button", { name: "Editar em massa" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Editar em massa" }));
  await user.type(dialog.getByLabelText("Valor", { selector: "input" }), "Adubo");
  const shown = await dialog.findByText(/promoção$/);
  expect(shown).toHaveTextContent(/^…/);
  await user.click(dialog.getByRole("button", { name: "Alterar 1.437 itens" }));
  expect(await dialog.findByText("250 de 1.437 itens alterados")).toBeInTheDocument();
  await user.click(dialog.getByRole("button", { name: "Cancelar a edição" }));
  await waitFor(() => expect(cancelled).toBe(true));
});

test("nothing that meets the conditions is said, with the way back", async () => {
  const user = await openGrid("#/catalog/items");
  await user.keyboard("{Control>}f{/Control}zzz");
  expect(await screen.findByText("Nenhum item com essas condições")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Limpar palavras e filtros" }));
  expect(await screen.findByText("Produto 001")).toBeInTheDocument();
});

test("conditions on an empty catalog are not what hides its rows", async () => {
  catalog.items = [];
  const empty = { ...status, items: 0, activeItems: 0, faqs: 0 };
  server.handle(catalog.handler(({ path }) => (path === "/api/health" ? { body: empty } : undefined)));
  await renderApp(server, "#/catalog/items?q=nada");
  expect(await screen.findByText("O catálogo está vazio")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Importar um arquivo" })).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Limpar palavras e filtros" })).toBeNull();
});

test("an empty catalog leads to a file, the demo or a first item, and the demo is loaded from there", async () => {
  const items = catalog.items;
  catalog.items = [];
  server.handle(
    catalog.handler(({ path }) => {
      if (path !== "/api/catalog/demo") return undefined;
      catalog.items = items;
      // Long enough for the first search of the sheet for the focus to be over: the button has it.
      const after = new Promise((over) => setTimeout(over, 900));
      return { body: { items: items.length, faqs: 3 }, after };
    }),
  );
  const { user } = await renderApp(server, "#/catalog/items");
  expect(await screen.findByText("O catálogo está vazio")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Importar um arquivo" })).toHaveAttribute(
    "href",
    "#/catalog/import",
  );
  expect(screen.getByRole("link", { name: "Cadastrar o primeiro item" })).toHaveAttribute(
    "href",
    "#/catalog/items?item=new",
  );
  await user.click(screen.getByRole("button", { name: "Carregar a demonstração" }));
  expect(await screen.findByText("Produto 001")).toBeInTheDocument();
  await waitFor(() => expect(active()).toBe("0:0"));
  expect(await screen.findByText("Demonstração carregada: 250 itens.")).toBeInTheDocument();
});

test("a demo that another window has loaded meanwhile is said to be there already", async () => {
  const items = catalog.items;
  catalog.items = [];
  server.handle(
    catalog.handler(({ path }) => {
      if (path !== "/api/catalog/demo") return undefined;
      catalog.items = items;
      return { body: { items: 0, faqs: 0 } };
    }),
  );
  const { user } = await renderApp(server, "#/catalog/items");
  await user.click(await screen.findByRole("button", { name: "Carregar a demonstração" }));
  expect(await screen.findByText(/já estava carregada/)).toBeInTheDocument();
});

describe("exporting", () => {
  test("takes search, conditions, order and columns as they are in sight", async () => {
    const user = await openGrid("#/catalog/items?q=produto&f=status~is~ativo&sort=-price");
    await user.click(screen.getByRole("button", { name: "Exportar" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Exportar" }));
    await user.click(dialog.getByRole("button", { name: "Salvar arquivo" }));
    const request = {
      kind: "items",
      format: "csv",
      dialect: "excel_br",
      withCounted: true,
      query: {
        text: "produto",
        filters: [{ column: "status", test: "is", values: ["ativo"] }],
        sort: [{ column: "price", descending: true }],
      },
    };
    await waitFor(() => expect(catalog.sent("POST", "/api/exports").at(-1)).toMatchObject(request));
    const [first] = catalog.sent("POST", "/api/exports");
    expect(first?.["columns"]).toEqual(expect.arrayContaining(["name", "price"]));
    expect(first?.["columns"]).not.toContain("currency");
    // The program does not answer here: the dialog says so and stays.
    expect(await dialog.findByRole("alert")).toBeTruthy();
    await user.click(dialog.getByRole("radio", { name: "Todas" }));
    await user.click(dialog.getByRole("button", { name: "Salvar arquivo" }));
    await waitFor(() => expect(catalog.sent("POST", "/api/exports")).toHaveLength(2));
    expect(catalog.sent("POST", "/api/exports").at(-1)?.["columns"]).toBeNull();
  });
});
