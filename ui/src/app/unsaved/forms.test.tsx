import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { preloadPage } from "../lazyPages";
import { renderApp } from "../../test/app";
import { Catalog, giveHeight } from "../../test/catalog";
import { asksBeforeClosing } from "../../test/page/leaving";
import { startServer, type TestServer } from "../../test/server";
import { forgetOperations } from "../../features/catalog/shared/ownOperations";

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
const open = (id: string) => renderApp(server, `#/catalog/items?item=${id}`);
const write = async (label: string, value: string) =>
  fireEvent.change(await field(label), { target: { value } });
const save = async (user: UserEvent) => {
  (await name()).focus();
  await user.keyboard("{Control>}s{/Control}");
};
const undo = async (user: UserEvent, said: string) => {
  const toast = (await screen.findByText(said)).closest("[role=status]") as HTMLElement;
  await user.click(within(toast).getByRole("button", { name: "Desfazer" }));
};
const DISCARDED = "Alterações não salvas descartadas.";
const COUNTED = "Catálogo, 1 formulário não salvo";

test("closing the tab asks while a form holds something unsaved, in sight or not", async () => {
  const { user } = await open("i001");
  await name();
  expect(asksBeforeClosing()).toBe(false);
  await write("Descrição", "Pela metade");
  await waitFor(() => expect(asksBeforeClosing()).toBe(true));
  await preloadPage("#/search");
  await user.click(screen.getByRole("link", { name: /Buscar/ }));
  await waitFor(() => expect(window.location.hash).toBe("#/search"));
  expect(asksBeforeClosing()).toBe(true);
  window.location.hash = "#/catalog/items?item=i001";
  await save(user);
  await screen.findByText("Tudo salvo");
  expect(asksBeforeClosing()).toBe(false);
});

test("closing the tab asks about a new item too", async () => {
  await open("new");
  await write("Descrição", "De um novo");
  await waitFor(() => expect(asksBeforeClosing()).toBe(true));
});

describe("a form that went out of sight", () => {
  test.each([
    [
      "by a page of the navigation",
      (user: UserEvent) => user.click(screen.getByRole("link", { name: /Buscar/ })),
    ],
    ["by a tab", (user: UserEvent) => user.click(screen.getByRole("link", { name: "Sinônimos" }))],
    ["by Back", () => Promise.resolve(window.history.back())],
    ["by a new item", (user: UserEvent) => user.click(screen.getByRole("button", { name: "Novo item" }))],
    ["by another item", () => Promise.resolve((window.location.hash = "#/catalog/items?item=i002"))],
  ])("%s is counted at the catalog", async (_, leave) => {
    const { user } = await renderApp(server, "#/catalog/items");
    // Until the page that it is left for is there, the form stays in sight.
    await preloadPage("#/search");
    await preloadPage("#/catalog/synonyms");
    await screen.findByText("Produto 001");
    window.location.hash = "#/catalog/items?item=i001";
    await write("Descrição", "Pela metade");
    // In sight, it tells by itself.
    await screen.findByText("Alterado: Descrição");
    expect(screen.getByRole("link", { name: "Catálogo" })).toBeInTheDocument();
    await leave(user);
    expect(await screen.findByRole("link", { name: COUNTED })).toBeInTheDocument();
  });

  test("is named over the catalog's pages, which lead back to what was typed", async () => {
    const { user } = await open("i001");
    await write("Descrição", "Pela metade");
    await user.click(screen.getByRole("link", { name: "Perguntas e respostas" }));
    await screen.findByText("1 formulário com alterações não salvas:");
    await user.click(screen.getByRole("button", { name: "Voltar a Produto 001" }));
    await waitFor(async () => expect(await field("Descrição")).toHaveValue("Pela metade"));
    expect(screen.queryByText("1 formulário com alterações não salvas:")).toBeNull();
    expect(screen.getByRole("link", { name: "Catálogo" })).toBeInTheDocument();
  });

  test("is discarded from there, and brought back", async () => {
    const { user } = await open("i001");
    await write("Descrição", "Pela metade");
    window.location.hash = "#/catalog/items?item=i002";
    await user.click(await screen.findByRole("button", { name: "Descartar as alterações de Produto 001" }));
    await waitFor(() => expect(asksBeforeClosing()).toBe(false));
    await undo(user, DISCARDED);
    await user.click(await screen.findByRole("button", { name: "Voltar a Produto 001" }));
    await waitFor(async () => expect(await field("Descrição")).toHaveValue("Pela metade"));
  });
});

describe("what was let go of comes back", () => {
  test("after it was discarded", async () => {
    const { user } = await open("i001");
    await write("Descrição", "Pela metade");
    await user.click(await screen.findByRole("button", { name: "Descartar" }));
    expect(await field("Descrição")).not.toHaveValue("Pela metade");
    await undo(user, DISCARDED);
    expect(await field("Descrição")).toHaveValue("Pela metade");
    expect(screen.getByText("Alterado: Descrição")).toBeInTheDocument();
  });

  test("after it was discarded and the form was left", async () => {
    const { user } = await open("i001");
    await write("Descrição", "Pela metade");
    await user.click(await screen.findByRole("button", { name: "Descartar" }));
    window.location.hash = "#/catalog/items?item=i002";
    await waitFor(async () => expect(await name()).toHaveValue("Produto 002"));
    await undo(user, DISCARDED);
    expect(await screen.findByRole("link", { name: COUNTED })).toBeInTheDocument();
    expect(await name()).toHaveValue("Produto 002");
  });

  test("after the stored version was taken", async () => {
    const { user } = await open("i001");
    await write("Nome*", "Meu nome");
    await write("Descrição", "Minha descrição");
    catalog.change("i001", { name: "Nome deles" });
    await save(user);
    await user.click(await screen.findByRole("button", { name: "Ficar com a versão gravada" }));
    expect(await field("Descrição")).not.toHaveValue("Minha descrição");
    await undo(user, DISCARDED);
    expect(await field("Descrição")).toHaveValue("Minha descrição");
    // Theirs is not overwritten by that: it is a question as before.
    await screen.findByText("Alguém salvou este item antes de você");
  });

  test("after the item was deleted and brought back, without a question where it says the same", async () => {
    server.handle(
      catalog.handler(({ method, path }) => {
        if (method !== "DELETE") return undefined;
        catalog.remove(path.split("/").at(-1)?.split("?")[0] ?? "");
        return { body: { id: "i001" } };
      }),
    );
    const { user } = await open("i001");
    await write("Descrição", "Pela metade");
    await user.click(await screen.findByRole("button", { name: "Mais ações" }));
    await user.click(await screen.findByRole("menuitem", { name: "Excluir" }));
    await undo(user, "“Produto 001” excluído");
    await waitFor(async () => expect(await field("Descrição")).toHaveValue("Pela metade"));
    await save(user);
    await waitFor(() => expect(catalog.find("i001")?.description).toBe("Pela metade"));
  });
});

describe("the question before the form is left", () => {
  const QUESTION = "Há alterações não salvas";
  const ask = async (user: UserEvent) => {
    (await name()).focus();
    await user.keyboard("{Escape}");
    return screen.findByRole("dialog", { name: QUESTION });
  };
  const isOver = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

  test("is closed by Escape, back to the form", async () => {
    const { user } = await open("i001");
    await write("Descrição", "Pela metade");
    await ask(user);
    await user.keyboard("{Escape}");
    await isOver();
    expect(await field("Descrição")).toHaveValue("Pela metade");
  });

  test("is over once a slow save has stored everything", async () => {
    let answer = () => {};
    const after = new Promise<void>((resolve) => (answer = resolve));
    server.handle(
      catalog.handler(({ method }) =>
        method === "PUT"
          ? { after, body: { ...catalog.find("i001"), description: "Pela metade", version: 2 } }
          : undefined,
      ),
    );
    const { user } = await open("i001");
    await write("Descrição", "Pela metade");
    await save(user);
    await ask(user);
    answer();
    await isOver();
    expect(await screen.findByText("Tudo salvo")).toBeInTheDocument();
    expect(window.location.hash).toContain("item=i001");
  });

  test("offers to keep it for later, counted", async () => {
    const { user } = await open("i001");
    await write("Descrição", "Pela metade");
    const dialog = await ask(user);
    await user.click(within(dialog).getByRole("button", { name: "Guardar para depois" }));
    expect(await screen.findByRole("link", { name: COUNTED })).toBeInTheDocument();
  });
});

describe("the form of an item that another person deleted", () => {
  const GONE = /^Este item foi excluído do catálogo\. O que você escreveu continua aqui/;

  test("brings it back, and saves what was typed", async () => {
    const { user } = await open("i001");
    await write("Descrição", "Pela metade");
    catalog.remove("i001");
    await save(user);
    await screen.findByText(GONE);
    await user.click(screen.getByRole("button", { name: "Trazer o item de volta" }));
    await waitFor(() => expect(screen.queryByText(GONE)).toBeNull());
    await save(user);
    await waitFor(() => expect(catalog.find("i001")?.description).toBe("Pela metade"));
  });

  test("saves it as a new item", async () => {
    const { user } = await open("i001");
    await write("Descrição", "Pela metade");
    catalog.remove("i001");
    await save(user);
    await user.click(await screen.findByRole("button", { name: "Salvar como item novo" }));
    await waitFor(() => expect(window.location.hash).toContain("item=new2"));
    expect(catalog.sent("POST", "/api/catalog/items")[0]).toMatchObject({
      name: "Produto 001",
      description: "Pela metade",
    });
    await waitFor(() => expect(asksBeforeClosing()).toBe(false));
  });

  test("shows what was typed after a reload too", async () => {
    const first = await open("i001");
    await write("Descrição", "Pela metade");
    await screen.findByText("Alterado: Descrição");
    first.unmount();
    catalog.remove("i001");
    await open("i001");
    await screen.findByText(GONE);
    expect(await field("Descrição")).toHaveValue("Pela metade");
    expect(await name()).toHaveValue("Produto 001");
  });
});
