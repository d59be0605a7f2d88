/** What is typed while a save is on its way, and what is half typed, is unsaved and never lost. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { renderApp } from "../../../test/app";
import { Catalog, giveHeight } from "../../../test/catalog";
import { asksBeforeClosing } from "../../../test/page/leaving";
import { startServer, type TestServer } from "../../../test/server";
import { stopSendings } from "../../../shared/attachments/sendQueue";
import { forgetOperations } from "../shared/ownOperations";

let server: TestServer;
let catalog: Catalog;
let restoreHeight: () => void;
/** Lets the answers go that wait. */
let answer: () => void;

beforeEach(async () => {
  restoreHeight = giveHeight(600);
  sessionStorage.clear();
  catalog = new Catalog(3);
  catalog.items = catalog.items.map((one) => ({ ...one, tags: [] }));
  server = await startServer(catalog.handler());
});
afterEach(() => {
  restoreHeight();
  stopSendings();
  forgetOperations();
  sessionStorage.clear();
  return server.close();
});

/** What is saved is stored at once, and answered later. */
function delayAnswers() {
  const after = new Promise<void>((resolve) => (answer = resolve));
  const real = catalog.handler();
  server.handle((request) =>
    /\/items(\/\w+)?$/.test(request.path) && /^P/.test(request.method)
      ? { ...real(request), after }
      : real(request),
  );
}

const open = (address: string) => renderApp(server, `#/catalog/items?${address}`);
const field = (label: string) =>
  screen.findByLabelText(label, { selector: "input:not([type=hidden]), textarea" });
const name = () => field("Nome*");
const write = async (label: string, value: string) =>
  fireEvent.change(await field(label), { target: { value } });
const press = async (user: UserEvent, keys: string) => {
  (await name()).focus();
  await user.keyboard(keys);
};
const SAVE = "{Control>}s{/Control}";
const SAVE_AND_NEXT = "{Control>}{Enter}{/Control}";
const puts = () => catalog.sent("PUT", "/api/catalog/items/i001");
const posts = () => catalog.sent("POST", "/api/catalog/items");

describe("what is typed while the save is on its way", () => {
  test("stays unsaved over what was stored, and is saved next", async () => {
    delayAnswers();
    const { user } = await open("item=i001");
    await write("Descrição", "primeira ");
    await press(user, SAVE);
    await waitFor(() => expect(puts()).toHaveLength(1));
    await write("Descrição", "primeira segunda");
    await write("Preço", "55");
    answer();
    expect(await screen.findByText("Alterado: Preço e Descrição")).toBeInTheDocument();
    expect(await field("Descrição")).toHaveValue("primeira segunda");
    expect(sessionStorage.getItem("celeiro.itemDraft.i001")).toContain("primeira segunda");
    await press(user, SAVE);
    await waitFor(() =>
      expect(puts()[1]).toMatchObject({ version: 2, description: "primeira segunda", price: 55 }),
    );
    expect(await screen.findByText("Tudo salvo")).toBeInTheDocument();
  });

  test("into a new item stays in its form, with the focus, and belongs to the stored item", async () => {
    delayAnswers();
    const { user } = await open("item=new");
    await write("Nome*", "Adubo");
    await press(user, SAVE);
    await waitFor(() => expect(posts()).toHaveLength(1));
    const description = await field("Descrição");
    description.focus();
    await write("Descrição", "mais");
    answer();
    await waitFor(() => expect(window.location.hash).toContain("item=new3"));
    expect(await screen.findByText("Alterado: Descrição")).toBeInTheDocument();
    await waitFor(() => expect(description).toHaveFocus());
    expect(description).toHaveValue("mais");
    await waitFor(() => expect(sessionStorage.getItem("celeiro.itemDraft.new3")).toContain("mais"));
    expect(sessionStorage.getItem("celeiro.itemDraft.new")).toBeNull();
    await press(user, SAVE);
    await waitFor(() => expect(catalog.find("new3")?.description).toBe("mais"));
    expect(posts()).toHaveLength(1);
  });

  test("is saved by its key already then: once, after the answer", async () => {
    delayAnswers();
    const { user } = await open("item=new");
    await write("Nome*", "Adubo");
    await press(user, SAVE);
    await waitFor(() => expect(posts()).toHaveLength(1));
    await write("Descrição", "mais");
    await press(user, SAVE);
    await press(user, SAVE);
    answer();
    await waitFor(() => expect(catalog.find("new3")).toMatchObject({ description: "mais", version: 2 }));
    expect(await screen.findByText("Tudo salvo")).toBeInTheDocument();
    expect(catalog.sent("PUT", "/api/catalog/items/new3")).toHaveLength(1);
    expect(posts()).toHaveLength(1);
  });

  test("keeps one at the item, where one was to go on to the next", async () => {
    delayAnswers();
    const { user } = await open("item=i001");
    await screen.findByText("Produto 002");
    await write("Nome*", "Um");
    await press(user, SAVE_AND_NEXT);
    await waitFor(() => expect(puts()).toHaveLength(1));
    await write("Fabricante", "Depois");
    answer();
    expect(await screen.findByText("Alterado: Fabricante")).toBeInTheDocument();
    expect(window.location.hash).toContain("item=i001");
    expect(await field("Fabricante")).toHaveValue("Depois");
  });

  test("is kept and counted where the form was left before the answer", async () => {
    delayAnswers();
    const { user } = await open("item=i001");
    await write("Nome*", "Um");
    await press(user, SAVE);
    await waitFor(() => expect(puts()).toHaveLength(1));
    await write("Fabricante", "Depois");
    window.location.hash = "#/catalog/synonyms";
    await screen.findByRole("button", { name: "Novo grupo" });
    answer();
    await screen.findByText(/“Um” salvo/);
    await user.click(screen.getByRole("button", { name: "Voltar a Um" }));
    expect(await field("Fabricante")).toHaveValue("Depois");
    expect(await screen.findByText("Alterado: Fabricante")).toBeInTheDocument();
    expect(screen.queryByText(/antes de você|em outro lugar/)).toBeNull();
  });

  test("is nothing where the form was left and nothing more was typed", async () => {
    delayAnswers();
    const { user } = await open("item=i001");
    await write("Nome*", "Um");
    await press(user, SAVE);
    await waitFor(() => expect(puts()).toHaveLength(1));
    window.location.hash = "#/catalog/synonyms";
    await screen.findByRole("button", { name: "Novo grupo" });
    answer();
    await screen.findByText(/“Um” salvo/);
    expect(sessionStorage.getItem("celeiro.itemDraft.i001")).toBeNull();
    expect(screen.queryByRole("button", { name: "Voltar a Um" })).toBeNull();
  });
});

test("a save whose answer a reload lost is one's own, and no question", async () => {
  delayAnswers();
  const first = await open("item=i001");
  await write("Nome*", "Meu nome");
  await press(first.user, SAVE);
  await waitFor(() => expect(catalog.find("i001")?.name).toBe("Meu nome"));
  const operationId = puts()[0]?.["operationId"] as string;
  const kept = Object.entries<string>({ ...sessionStorage });
  expect(kept.some(([key, value]) => key.includes("operations") && value.includes(operationId))).toBe(true);
  first.unmount();
  // The history that the server answers names the operation.
  catalog.change("i001", {}, operationId);
  catalog.items = catalog.items.map((one) => (one.id === "i001" ? { ...one, version: 2 } : one));
  server.handle(catalog.handler());
  await open("item=i001");
  await waitFor(async () => expect(await name()).toHaveValue("Meu nome"));
  expect(await screen.findByText("Tudo salvo")).toBeInTheDocument();
  expect(screen.queryByText(/antes de você/)).toBeNull();
});

describe("a half-typed tag", () => {
  test("is unsaved, kept over a reload, asked about, and saved", async () => {
    const first = await open("item=i001");
    await first.user.type(await field("Etiquetas"), "soj");
    expect(await screen.findByText("Alterado: Etiquetas")).toBeInTheDocument();
    expect(asksBeforeClosing()).toBe(true);
    first.unmount();
    const { user } = await open("item=i001");
    await screen.findByText("soj");
    await press(user, SAVE);
    await waitFor(() => expect(puts()[0]).toMatchObject({ tags: ["soj"] }));
  });

  test("leaves its box as it is discarded, closed, or part of a pasted list", async () => {
    const { user } = await open("item=i001");
    const tags = await field("Etiquetas");
    await user.type(tags, "soj");
    await user.click(screen.getAllByRole("button", { name: "Descartar" })[0] as HTMLElement);
    expect(tags).toHaveValue("");
    await user.type(tags, "a;b, c{Enter}d");
    await press(user, SAVE);
    await waitFor(() => expect(puts()[0]).toMatchObject({ tags: ["a", "b", "c", "d"] }));
    expect(tags).toHaveValue("");
  });
});

test("the name of an attribute that is not added is unsaved, stays over a save, and comes back", async () => {
  const first = await open("item=i001");
  await first.user.type(await field("Outro atributo"), "cor");
  expect(await screen.findByText("Alterado: Outro atributo")).toBeInTheDocument();
  await press(first.user, SAVE);
  await waitFor(async () => expect(await field("Outro atributo")).toHaveFocus());
  expect(puts()).toHaveLength(0);
  await write("Nome*", "Um");
  await press(first.user, SAVE);
  await waitFor(() => expect(catalog.find("i001")?.name).toBe("Um"));
  expect(await screen.findByText("Alterado: Outro atributo")).toBeInTheDocument();
  first.unmount();
  const { user } = await open("item=i001");
  await waitFor(async () => expect(await field("Outro atributo")).toHaveValue("cor"));
  await user.type(await field("Outro atributo"), "{Enter}");
  await waitFor(async () => expect(await field("Cor")).toHaveFocus());
});

test("a file on its way is counted, asked about, and goes on where the form is left", async () => {
  server.handle(
    catalog.handler(({ path }) => (path.startsWith("/api/uploads") ? { silent: true } : undefined)),
  );
  const { user } = await open("item=i001");
  await user.click(await screen.findByRole("button", { name: "Anexos" }));
  const input = await screen.findByLabelText("Escolher arquivos", { selector: "input" });
  await user.upload(input, new File(["abc"], "bula.pdf"));
  await waitFor(() => expect(asksBeforeClosing()).toBe(true));
  window.location.hash = "#/search";
  expect(await screen.findByRole("link", { name: "Catálogo, 1 anexo sendo enviado" })).toBeInTheDocument();
  expect(asksBeforeClosing()).toBe(true);
  expect(server.aborted()).toBe(0);
});
