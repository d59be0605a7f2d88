import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { preloadPage } from "./lazyPages";
import { renderApp } from "../test/app";
import { Catalog, giveHeight } from "../test/catalog";
import { status } from "../test/records";
import { startServer, type Answer, type ReceivedRequest, type TestServer } from "../test/server";
import { forgetOperations, openOperations } from "../features/catalog/shared/ownOperations";

let server: TestServer;
let catalog: Catalog;
let restoreHeight: () => void;
/** What the program does instead of answering; a test takes it away to bring the program back. */
let special: (request: ReceivedRequest) => Answer | undefined;

beforeEach(async () => {
  restoreHeight = giveHeight(600);
  catalog = new Catalog(50);
  special = () => undefined;
  server = await startServer(catalog.handler((request) => special(request)));
});
afterEach(() => {
  restoreHeight();
  forgetOperations();
  return server.close();
});

const cellAt = (row: number, column: number) => document.querySelector(`[data-at="${row}:${column}"]`);
const PRICE = 5;
const goToPrice = "{ArrowRight>5/}";
const writes = () => catalog.sent("POST", "/api/catalog/cells");

async function openGrid(address = "#/catalog/items") {
  const { user, unmount } = await renderApp(server, address);
  await screen.findByText("Produto 001");
  await waitFor(() => expect(cellAt(0, 0)).toHaveFocus());
  return { user, unmount };
}

/** From the search into the sheet, where a cell waits since; Back leads to the search. */
async function leaveCellBehind(enterSheet: (user: UserEvent) => Promise<void>) {
  const { user } = await renderApp(server, "#/search");
  await preloadPage("#/catalog/items");
  await enterSheet(user);
  await screen.findByText("Produto 001");
  (cellAt(0, 0) as HTMLElement).focus();
  special = away;
  await user.keyboard(`${goToPrice}11{Enter}`);
  await screen.findByText("1 célula espera pelo servidor");
  return user;
}

/** Answers the question of this title with staying. */
async function stayInSheet(title: string) {
  const asked = within(await screen.findByRole("dialog", { name: title }));
  fireEvent.click(asked.getByRole("button", { name: "Ficar na planilha" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
}

const away = ({ path }: ReceivedRequest): Answer | undefined =>
  path === "/api/catalog/cells" || path.endsWith("/undo") ? { hangUp: true } : undefined;

describe("while the program is away", () => {
  test("cells wait in sight, and go by themselves in their order when it is back", async () => {
    const { user } = await openGrid();
    special = away;
    await user.keyboard(`${goToPrice}11{Enter}22{Enter}`);
    await user.keyboard("{ArrowUp>2/}12{Enter}");
    await waitFor(() => expect(screen.getByText("2 células esperam pelo servidor")).toBeInTheDocument());
    expect(cellAt(0, PRICE)).toHaveAttribute("data-state", "waiting");
    expect(cellAt(0, PRICE)).toHaveTextContent("12");
    expect(catalog.find("i001")?.price).toBe(10);
    special = () => undefined;
    await waitFor(() => expect(catalog.find("i002")?.price).toBe(22));
    await waitFor(() => expect(catalog.find("i001")?.price).toBe(12));
    await waitFor(() => expect(screen.queryByText(/esperam? pelo servidor/)).toBeNull());
    const values = writes().flatMap(({ cells }) => (cells as { value: number }[]).map(({ value }) => value));
    expect(values.filter((value, at) => values.indexOf(value) === at)).toEqual([11, 22, 12]);
  });

  test("a write whose answer was lost is done once", async () => {
    const { user } = await openGrid();
    let lost = 0;
    // The program stores it, and the line breaks before it can say so.
    special = (request) => {
      if (request.path !== "/api/catalog/cells" || lost > 0) return undefined;
      lost += 1;
      const stored = catalog.handler()(request);
      return stored.body ? { hangUp: true } : undefined;
    };
    await user.keyboard(`${goToPrice}11{Enter}`);
    await waitFor(() => expect(writes()).toHaveLength(2));
    await waitFor(() => expect(cellAt(0, PRICE)).not.toHaveAttribute("data-state"));
    expect(writes()[1]).toEqual(writes()[0]);
    expect(catalog.find("i001")?.version).toBe(2);
  });

  test("a page that is loaded again finds them and sends them", async () => {
    const { user, unmount } = await openGrid();
    special = away;
    await user.keyboard(`${goToPrice}11{Enter}`);
    await screen.findByText("1 célula espera pelo servidor");
    unmount();
    await openGrid();
    await waitFor(() => expect(screen.getByText("1 célula espera pelo servidor")).toBeInTheDocument());
    expect(cellAt(0, PRICE)).toHaveTextContent("11");
    special = () => undefined;
    await waitFor(() => expect(catalog.find("i001")?.price).toBe(11));
  });

  test("another catalog at the same address never gets them", async () => {
    const { user, unmount } = await openGrid();
    special = away;
    await user.keyboard(`${goToPrice}11{Enter}`);
    await screen.findByText("1 célula espera pelo servidor");
    unmount();
    const other = { ...status, database: { ...status.database, id: "another" } };
    special = ({ path }) => (path === "/api/health" ? { body: other } : undefined);
    const before = writes().length;
    const { unmount: leave } = await openGrid();
    expect(screen.queryByText(/pelo servidor/)).toBeNull();
    expect(cellAt(0, PRICE)).toHaveTextContent("10,00");
    leave();
    expect(writes()).toHaveLength(before);
    special = () => undefined;
    await openGrid();
    await waitFor(() => expect(catalog.find("i001")?.price).toBe(11));
  });

  test("cells of another catalog are said, listed and let go of, and closing the page asks", async () => {
    const { user, unmount } = await openGrid();
    special = away;
    await user.keyboard(`${goToPrice}11{Enter}22{Enter}`);
    await screen.findByText("2 células esperam pelo servidor");
    unmount();
    const other = { ...status, database: { ...status.database, id: "another" } };
    special = ({ path }) => (path === "/api/health" ? { body: other } : undefined);
    const { user: again } = await openGrid();
    const notice = screen.getByText(/2 células que você escreveu em outro catálogo não estão gravadas/);
    const link = screen.getByRole("link", { name: "Catálogo, 2 células de outro catálogo não gravadas" });
    expect(link).toBeInTheDocument();
    const closing = () => {
      const event = new Event("beforeunload", { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(closing()).toBe(true);
    await again.click(within(notice).getByRole("button", { name: "Ver" }));
    const list = within(await screen.findByRole("dialog", { name: "Células de outro catálogo" }));
    expect(list.getByText("Produto 001")).toBeInTheDocument();
    expect(list.getByText("11")).toBeInTheDocument();
    expect(list.getByText("22")).toBeInTheDocument();
    await again.click(list.getByRole("button", { name: "Descartar: Preço de Produto 001" }));
    expect(list.queryByText("11")).toBeNull();
    await again.click(list.getByRole("button", { name: "Descartar tudo" }));
    await again.click(list.getByRole("button", { name: "Descartar" }));
    expect(list.getByText("Descartado. Não há mais nada à espera.")).toBeInTheDocument();
    await again.keyboard("{Escape}");
    await waitFor(() => expect(cellAt(0, 0)).toHaveFocus());
    expect(screen.queryByText(/em outro catálogo/)).toBeNull();
    expect(closing()).toBe(false);
    expect(writes().filter(({ catalog: name }) => name === "another")).toEqual([]);
  });

  test("what was not sent is taken back at once, and brought back", async () => {
    const { user } = await openGrid();
    special = away;
    await user.keyboard(`${goToPrice}11{Enter}22{Enter}`);
    await screen.findByText("2 células esperam pelo servidor");
    await user.keyboard("{Control>}z{/Control}");
    await waitFor(() => expect(cellAt(1, PRICE)).toHaveTextContent("11,00"));
    await waitFor(() => expect(screen.getByText(/Desfeito: Preço de “Produto 002”/)).toBeInTheDocument());
    await user.keyboard("{Control>}{Shift>}z{/Shift}{/Control}");
    await waitFor(() => expect(cellAt(1, PRICE)).toHaveTextContent("22"));
    special = () => undefined;
    await waitFor(() => expect(catalog.find("i002")?.price).toBe(22));
  });

  test("the way to a cell of a row that a filter hides narrows the sheet, and leads back", async () => {
    const { user } = await openGrid();
    special = away;
    await user.keyboard(`${goToPrice}11{Enter}`);
    await screen.findByText("1 célula espera pelo servidor");
    await user.keyboard("{Control>}f{/Control}Produto 003");
    await waitFor(() => expect(screen.queryByText("Produto 001")).toBeNull());
    await user.click(screen.getByRole("button", { name: "Ver" }));
    await user.click(await screen.findByRole("button", { name: "Ir até lá: Preço de Produto 001" }));
    await waitFor(() => expect(screen.getByText(/Os filtros escondiam “Produto 001”/)).toBeInTheDocument());
    await waitFor(() => expect(cellAt(0, PRICE)).toHaveTextContent("11"));
    await waitFor(() => expect(cellAt(0, PRICE)).toHaveFocus());
    await user.click(screen.getByRole("button", { name: "Voltar aos filtros de antes" }));
    await waitFor(() => expect(screen.getByText("Produto 003")).toBeInTheDocument());
    expect(screen.queryByText(/Os filtros escondiam/)).toBeNull();
    expect(screen.getByRole("textbox", { name: "Filtrar por palavras" })).toHaveValue("Produto 003");
  });

  test("the form of the item lists its cells that wait, and does not say that all is saved", async () => {
    const { user } = await openGrid();
    special = away;
    await user.keyboard(`${goToPrice}11{Enter}{ArrowUp}`);
    await screen.findByText("1 célula espera pelo servidor");
    await user.keyboard("{Control>}{Enter}{/Control}");
    // Until the item is fetched another frame stands in the place of the form.
    await screen.findByRole("textbox", { name: /^Nome/ });
    const form = within(screen.getByRole("region", { name: "Formulário do item" }));
    expect(await form.findByText("Preço: 11 (espera pelo servidor)")).toBeInTheDocument();
    expect(form.getByText("1 célula da planilha não gravada")).toBeInTheDocument();
    expect(form.queryByText("Tudo salvo")).toBeNull();
    special = () => undefined;
    expect(await form.findByText("Tudo salvo")).toBeInTheDocument();
  });

  test("an undo that waits is listed, and not all is said to be stored", async () => {
    const { user } = await openGrid();
    await user.keyboard(`${goToPrice}11{Enter}`);
    await waitFor(() => expect(catalog.find("i001")?.price).toBe(11));
    special = away;
    await user.keyboard("{Control>}z{/Control}");
    await user.click(await screen.findByRole("button", { name: "Ver" }));
    const list = within(await screen.findByRole("dialog", { name: "Células não gravadas" }));
    expect(list.getByText("Desfazer: Preço de “Produto 001”")).toBeInTheDocument();
    expect(list.queryByText("Tudo está gravado.")).toBeNull();
    special = () => undefined;
    await user.click(list.getByRole("button", { name: "Tentar agora" }));
    expect(await list.findByText("Tudo está gravado.")).toBeInTheDocument();
  });

  test("an undo is said to wait, each of them, and typing in the same cell over it is no clash", async () => {
    const { user } = await openGrid();
    await user.keyboard(`${goToPrice}11{Enter}22{Enter}`);
    await waitFor(() => expect(catalog.find("i002")?.price).toBe(22));
    special = away;
    await user.keyboard("{Control>}z{/Control}");
    expect(
      await screen.findByText("1 alteração a desfazer ou refazer espera pelo servidor"),
    ).toBeInTheDocument();
    await user.keyboard("{Control>}z{/Control}");
    expect(
      await screen.findByText("Será desfeito quando o servidor voltar: Preço de “Produto 001”"),
    ).toBeInTheDocument();
    expect(screen.getByText("2 alterações a desfazer ou refazer esperam pelo servidor")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: /Catálogo.*2 a desfazer ou refazer/ })).toBeInTheDocument();
    await user.click(screen.getByRole("link", { name: /Buscar/ }));
    await stayInSheet("Nem tudo foi desfeito ou refeito ainda");
    (cellAt(0, PRICE) as HTMLElement).focus();
    await user.keyboard("{ArrowUp>2/}33{Enter}");
    special = () => undefined;
    await waitFor(() => expect(catalog.find("i001")?.price).toBe(33));
    expect(catalog.find("i002")?.price).toBe(11);
    expect(screen.queryByText(/espera por você/)).toBeNull();
  });

  test("discarding all asks first, and does not say that it is stored", async () => {
    const { user } = await openGrid();
    special = away;
    await user.keyboard(`${goToPrice}11{Enter}22{Enter}`);
    await screen.findByText("2 células esperam pelo servidor");
    await user.click(screen.getByRole("button", { name: "Ver" }));
    const list = within(await screen.findByRole("dialog", { name: "Células não gravadas" }));
    await user.click(list.getByRole("button", { name: "Descartar tudo" }));
    expect(list.getByText(/Descartar 2 alterações que não foram gravadas\?/)).toBeInTheDocument();
    await user.click(list.getByRole("button", { name: "Voltar" }));
    expect(list.getByText("À espera do servidor")).toBeInTheDocument();
    await user.click(list.getByRole("button", { name: "Descartar tudo" }));
    await user.click(list.getByRole("button", { name: "Descartar" }));
    expect(await list.findByText(/^Descartado\./)).toBeInTheDocument();
    expect(list.queryByText("Tudo está gravado.")).toBeNull();
    expect(cellAt(0, PRICE)).toHaveTextContent("10,00");
  });

  test("leaving the sheet asks first, and what waits is sent from any page", async () => {
    const { user } = await openGrid();
    special = away;
    await user.keyboard(`${goToPrice}11{Enter}`);
    await screen.findByText("1 célula espera pelo servidor");
    await user.click(screen.getByRole("link", { name: /Buscar/ }));
    await stayInSheet("Há 1 célula não gravada");
    expect(window.location.hash).toBe("#/catalog/items");
    await user.click(screen.getByRole("link", { name: /Buscar/ }));
    const again = within(await screen.findByRole("dialog", { name: "Há 1 célula não gravada" }));
    await user.click(again.getByRole("button", { name: "Sair e guardar para depois" }));
    await waitFor(() => expect(window.location.hash).toBe("#/search"));
    special = () => undefined;
    await waitFor(() => expect(catalog.find("i001")?.price).toBe(11));
  });

  test("Back out of the sheet asks first, and what was being typed counts", async () => {
    const user = await leaveCellBehind(async (user) =>
      user.click(await screen.findByRole("link", { name: /Catálogo/ })),
    );
    await user.keyboard("22");
    window.history.back();
    await stayInSheet("Há 2 células não gravadas");
    await waitFor(() => expect(window.location.hash).toBe("#/catalog/items"));
    window.history.back();
    const again = within(await screen.findByRole("dialog", { name: "Há 2 células não gravadas" }));
    await user.click(again.getByRole("button", { name: "Sair e guardar para depois" }));
    await waitFor(() => expect(window.location.hash).toBe("#/search"));
  });

  test("Back asks too where the address of the sheet was typed, and so does another typed address", async () => {
    await leaveCellBehind(async () => {
      await screen.findByRole("link", { name: /Catálogo/ });
      window.location.hash = "#/catalog/items";
    });
    window.history.back();
    await stayInSheet("Há 1 célula não gravada");
    await waitFor(() => expect(window.location.hash).toBe("#/catalog/items"));
    window.location.hash = "#/faq";
    await stayInSheet("Há 1 célula não gravada");
    await waitFor(() => expect(window.location.hash).toBe("#/catalog/items"));
    expect(cellAt(0, PRICE)).toHaveAttribute("data-state", "waiting");
  });

  test("closing or reloading the page asks, as long as something waits or is being typed", async () => {
    const { user } = await openGrid();
    const leave = () => {
      const event = new Event("beforeunload", { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(leave()).toBe(false);
    special = away;
    await user.keyboard(`${goToPrice}11`);
    expect(leave()).toBe(true);
    expect(sessionStorage.getItem(`celeiro.cells.${status.database.id}`)).toContain('"text":"11"');
  });
});

test("Ctrl+Z during a save waits for it, and so does the next for the undo before", async () => {
  const { user } = await openGrid();
  // The first write is answered once the keys were pressed.
  const held: string[] = [];
  special = ({ path, body }) => {
    if (path !== "/api/catalog/cells") return undefined;
    held.push(body);
    return { hangUp: true };
  };
  await user.keyboard(`${goToPrice}11{Enter}`);
  await waitFor(() => expect(held.length).toBeGreaterThan(0));
  await user.keyboard("{Control>}z{/Control}");
  expect(screen.queryByText(/nada seu para desfazer/)).toBeNull();
  special = () => undefined;
  const { operationId } = JSON.parse(held[0] ?? "{}") as { operationId: string };
  await waitFor(() => expect(catalog.sent("POST", `/api/operations/${operationId}/undo`)).toHaveLength(1));
  await waitFor(() => expect(screen.getByText(/Desfeito: Preço de “Produto 001”/)).toBeInTheDocument());
});

test("a program that does not answer for two seconds leaves a mark, and leaving asks", async () => {
  const { user } = await openGrid();
  special = ({ path }) => (path === "/api/catalog/cells" ? { silent: true } : undefined);
  await user.keyboard(`${goToPrice}11{Enter}`);
  const link = await screen.findByRole(
    "link",
    { name: /Catálogo.*1 célula não gravada/ },
    { timeout: 5_000 },
  );
  expect(link).toBeInTheDocument();
  expect(screen.getByText("1 célula espera pelo servidor")).toBeInTheDocument();
  await user.click(screen.getByRole("link", { name: /Buscar/ }));
  await stayInSheet("Há 1 célula não gravada");
});

test("what was done before a reload can be undone after it", async () => {
  const { user, unmount } = await openGrid();
  await user.keyboard(`${goToPrice}11{Enter}`);
  await waitFor(() => expect(catalog.find("i001")?.price).toBe(11));
  // The answer has arrived too: until then the write is sent again, not undone.
  await waitFor(() => expect(cellAt(0, PRICE)).not.toHaveAttribute("data-state"));
  unmount();
  // What a page that is loaded anew knows.
  openOperations("another");
  const { user: again } = await openGrid();
  await again.keyboard("{Control>}z{/Control}");
  await waitFor(() => expect(catalog.find("i001")?.price).toBe(10));
  await waitFor(() => expect(screen.getByText(/Desfeito: Preço de “Produto 001”/)).toBeInTheDocument());
});

test("what the form of this tab stored is no other person's where a cell clashes", async () => {
  const { user } = await openGrid();
  catalog.change("i001", { price: 77 });
  await user.keyboard(`${goToPrice}55{Enter}{ArrowUp}`);
  await screen.findByText("Gravado agora");
  await user.keyboard("{Control>}{Enter}{/Control}");
  const form = within(await screen.findByRole("region", { name: "Formulário do item" }));
  const price = await form.findByRole("textbox", { name: /^Preço/ });
  await user.clear(price);
  await user.type(price, "66");
  await user.keyboard("{Control>}s{/Control}");
  await waitFor(() => expect(catalog.find("i001")?.price).toBe(66));
  await user.click(screen.getByRole("button", { name: "Ver" }));
  const list = within(await screen.findByRole("dialog", { name: "Células não gravadas" }));
  expect(list.getByText(/Você gravou outro valor aqui, pelo formulário/)).toBeInTheDocument();
  expect(list.getByText("66,00")).toBeInTheDocument();
  await user.click(list.getByRole("button", { name: "Gravar o meu" }));
  await waitFor(() => expect(catalog.find("i001")?.price).toBe(55));
});

describe("the way to a cell of an item that was deleted meanwhile", () => {
  async function findDeleted() {
    const { user } = await openGrid();
    catalog.remove("i001");
    await user.keyboard(`${goToPrice}11{Enter}`);
    await screen.findByText("1 não gravada, espera por você");
    await user.keyboard("{Control>}f{/Control}Produto 003");
    await waitFor(() => expect(screen.queryByText("Produto 001")).toBeNull());
    await user.click(screen.getByRole("button", { name: "Ver" }));
    await user.click(await screen.findByRole("button", { name: "Ir até lá: Preço de Produto 001" }));
    const text = await screen.findByText(/“Produto 001” foi excluído.*Preço \(11\)/);
    const notice = within(text.closest("[role=status]") as HTMLElement);
    return { user, notice };
  }

  test("says so, and the sheet stays as it was", async () => {
    const { user, notice } = await findDeleted();
    expect(window.location.hash).not.toContain("item=");
    expect(screen.queryByText(/Os filtros escondiam/)).toBeNull();
    expect(screen.getByRole("textbox", { name: "Filtrar por palavras" })).toHaveValue("Produto 003");
    await user.click(notice.getByRole("button", { name: "Fechar" }));
    expect(screen.queryByText(/“Produto 001” foi excluído/)).toBeNull();
    expect(screen.getByText("1 não gravada, espera por você")).toBeInTheDocument();
  });

  test("lets go of what was typed", async () => {
    const { user, notice } = await findDeleted();
    await user.click(notice.getByRole("button", { name: "Descartar o que escrevi" }));
    expect(screen.queryByText(/“Produto 001” foi excluído/)).toBeNull();
    expect(screen.queryByText(/espera por você/)).toBeNull();
    await waitFor(() => expect(document.activeElement).toHaveAttribute("role", "gridcell"));
  });

  test("brings the item back and goes there, and what was typed is sent by itself", async () => {
    const { user, notice } = await findDeleted();
    await user.click(notice.getByRole("button", { name: "Trazer o item de volta" }));
    await waitFor(() => expect(screen.getByText(/Os filtros escondiam “Produto 001”/)).toBeInTheDocument());
    await waitFor(() => expect(cellAt(0, PRICE)).toHaveTextContent("11"));
    await waitFor(() => expect(cellAt(0, PRICE)).toHaveFocus());
    await waitFor(() => expect(catalog.find("i001")?.price).toBe(11));
    expect(await screen.findByText(/“Produto 001” está de volta/)).toBeInTheDocument();
    expect(screen.queryByText(/espera por você/)).toBeNull();
  });

  test("leads to its form where it has another name by now", async () => {
    const { user } = await openGrid();
    special = away;
    await user.keyboard(`${goToPrice}11{Enter}`);
    await screen.findByText("1 célula espera pelo servidor");
    catalog.change("i001", { name: "Outro nome" });
    await user.keyboard("{Control>}f{/Control}Produto 001");
    await waitFor(() => expect(screen.queryByText("Produto 002")).toBeNull());
    await user.click(screen.getByRole("button", { name: "Ver" }));
    await user.click(await screen.findByRole("button", { name: "Ir até lá: Preço de Produto 001" }));
    await waitFor(() => expect(window.location.hash).toContain("item=i001"));
  });
});

test("a clash of an item that is deleted before one has decided says that it is", async () => {
  const { user } = await openGrid();
  catalog.change("i001", { price: 77 });
  await user.keyboard(`${goToPrice}55{Enter}`);
  await screen.findByText("1 não gravada, espera por você");
  catalog.remove("i001");
  await user.click(screen.getByRole("button", { name: "Ver" }));
  const list = within(await screen.findByRole("dialog", { name: "Células não gravadas" }));
  expect(await list.findByText("O registro não existe ou foi excluído")).toBeInTheDocument();
  expect(list.queryByText("77,00")).toBeNull();
});

test("a clash is counted, listed with both values, and decided there", async () => {
  const { user } = await openGrid();
  catalog.change("i001", { price: 77 });
  await user.keyboard(`${goToPrice}55{Enter}`);
  await waitFor(() => expect(screen.getByText("1 não gravada, espera por você")).toBeInTheDocument());
  expect(cellAt(1, PRICE)).toHaveFocus();
  await user.click(screen.getByRole("button", { name: "Ver" }));
  const list = within(await screen.findByRole("dialog", { name: "Células não gravadas" }));
  expect(list.getByText(/Rosa gravou outro valor aqui/)).toBeInTheDocument();
  expect(list.getByText("77,00")).toBeInTheDocument();
  await user.click(list.getByRole("button", { name: "Gravar o meu" }));
  await waitFor(() => expect(catalog.find("i001")?.price).toBe(55));
  expect(await list.findByText("Tudo está gravado.")).toBeInTheDocument();
});

test("what a third person stores before one has decided is what the decision is about", async () => {
  const { user } = await openGrid();
  catalog.change("i001", { price: 77 });
  await user.keyboard(`${goToPrice}55{Enter}`);
  await screen.findByText("1 não gravada, espera por você");
  catalog.change("i001", { price: 88 });
  await user.click(screen.getByRole("button", { name: "Ver" }));
  const list = within(await screen.findByRole("dialog", { name: "Células não gravadas" }));
  expect(await list.findByText("88,00")).toBeInTheDocument();
  expect(list.queryByText("77,00")).toBeNull();
  expect(
    list.getByText(/^Outro valor foi gravado aqui .*que você ainda não tinha visto/),
  ).toBeInTheDocument();
  await user.click(list.getByRole("button", { name: "Ficar com o gravado" }));
  await waitFor(() => expect(cellAt(0, PRICE)).toHaveTextContent("88,00"));
  expect(catalog.find("i001")?.price).toBe(88);
});

test("a value another person stored beside one's own write is not written over unseen", async () => {
  // The order depends on the version: the rows are not fetched again after the write.
  const { user } = await openGrid("#/catalog/items?sort=version");
  catalog.change("i001", { manufacturer: "Deles" });
  await user.keyboard(`${goToPrice}55{Enter}`);
  await waitFor(() => expect(catalog.find("i001")?.price).toBe(55));
  await waitFor(() => expect(cellAt(0, PRICE)).not.toHaveAttribute("data-state"));
  await user.keyboard("{ArrowUp}{ArrowLeft}Meu{Enter}{ArrowUp}");
  expect(await screen.findByText("Gravado agora")).toBeInTheDocument();
  expect(catalog.find("i001")?.manufacturer).toBe("Deles");
});

test("after each decision the next one has the focus, after the last the way out, then the sheet", async () => {
  const { user } = await openGrid();
  for (const id of ["i001", "i002", "i003"]) catalog.change(id, { price: 77 });
  await user.keyboard(`${goToPrice}{Control>}v{/Control}`);
  await user.paste("1,50\n2,50\n3,50\n");
  await screen.findByText("3 não gravadas, esperam por você");
  await user.click(screen.getByRole("button", { name: "Ver" }));
  const list = within(await screen.findByRole("dialog", { name: "Células não gravadas" }));
  const decide = (choice: string, at: number) =>
    user.click(list.getAllByRole("button", { name: choice })[at] as HTMLElement);
  const way = (name: string) => list.getByRole("button", { name: `Ir até lá: Preço de ${name}` });
  await decide("Ficar com o gravado", 1);
  await waitFor(() => expect(way("Produto 003")).toHaveFocus());
  await decide("Gravar o meu", 1);
  await waitFor(() => expect(way("Produto 001")).toHaveFocus());
  await decide("Ficar com o gravado", 0);
  const [, close] = list.getAllByRole("button", { name: "Fechar" });
  await waitFor(() => expect(close).toHaveFocus());
  await user.keyboard("{Enter}");
  await waitFor(() => expect(cellAt(0, PRICE)).toHaveFocus());
  await waitFor(() => expect(catalog.find("i003")?.price).toBe(3.5));
  expect([catalog.find("i001")?.price, catalog.find("i002")?.price]).toEqual([77, 77]);
});

test("a remark that is over leaves the focus in its cell", async () => {
  const { user } = await openGrid();
  catalog.change("i001", { price: 77 });
  await user.keyboard(`${goToPrice}55{Enter}`);
  await screen.findByText("1 não gravada, espera por você");
  let answer = () => {};
  const later = new Promise<void>((resolve) => (answer = resolve));
  special = (request) => {
    if (request.method === "GET" && request.path.endsWith("i001")) return { silent: true };
    if (request.path !== "/api/catalog/cells") return undefined;
    return { ...catalog.handler()(request), after: later };
  };
  catalog.change("i001", { price: 55, manufacturer: "Deles" });
  await user.keyboard("{ArrowUp}{ArrowLeft}Meu{Enter}{ArrowUp}{ArrowRight}");
  (await screen.findByRole("button", { name: "Gravar o meu" })).focus();
  // The answer to the other cell of the row tells that the price is stored as it was typed.
  answer();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Gravar o meu" })).toBeNull());
  expect(cellAt(0, PRICE)).toHaveFocus();
});

test("the foot of the sheet leaves the focus in the sheet once nothing waits there", async () => {
  const { user } = await openGrid();
  special = away;
  await user.keyboard(`${goToPrice}11{Enter}`);
  (await screen.findByRole("button", { name: "Ver" })).focus();
  special = () => undefined;
  await waitFor(() => expect(screen.queryByRole("button", { name: "Ver" })).toBeNull());
  await waitFor(() => expect(cellAt(1, PRICE)).toHaveFocus());
});
