import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hideToast } from "../components/toast/toasts";
import { forgetOperations } from "../features/catalog/shared/ownOperations";
import { renderApp } from "../test/app";
import { Catalog, giveHeight } from "../test/catalog";
import { startServer, type TestServer } from "../test/server";

let server: TestServer;
let catalog: Catalog;
let restoreHeight: () => void;

beforeEach(async () => {
  restoreHeight = giveHeight(600);
  catalog = new Catalog(10);
  server = await startServer(catalog.handler());
});
afterEach(() => {
  restoreHeight();
  forgetOperations();
  hideToast();
  return server.close();
});

const PRICE = 5;
const goToPrice = "{ArrowRight>5/}";
const UNDO = "{Control>}z{/Control}";
const REDO = "{Control>}{Shift>}z{/Shift}{/Control}";
const cellAt = (row: number, column: number) =>
  document.querySelector(`[data-at="${row}:${column}"]`) as HTMLElement;
const undos = () => catalog.calls.filter(({ path }) => path.endsWith("/undo"));
const priceOf = (id: string) => catalog.find(id)?.price;
const foot = () => ({
  undo: screen.getByRole("button", { name: "Desfazer" }),
  redo: screen.getByRole("button", { name: "Refazer" }),
});

async function openGrid() {
  const { user } = await renderApp(server, "#/catalog/items");
  await screen.findByText("Produto 001");
  await waitFor(() => expect(cellAt(0, 0)).toHaveFocus());
  return user;
}

describe("the buttons below the sheet", () => {
  test("name what they take back and bring back, and are off where there is nothing", async () => {
    const user = await openGrid();
    expect(foot().undo).toBeDisabled();
    expect(foot().redo).toBeDisabled();
    await user.keyboard(`${goToPrice}5{Enter}6{Enter}`);
    await waitFor(() => expect(priceOf("i002")).toBe(6));
    expect(foot().undo).toHaveAttribute("title", "Desfazer: Preço de “Produto 002” (Ctrl Z)");
    await user.click(foot().undo);
    await waitFor(() => expect(priceOf("i002")).toBe(11));
    await waitFor(() =>
      expect(foot().redo).toHaveAttribute("title", "Refazer: Preço de “Produto 002” (Ctrl Shift Z)"),
    );
    expect(foot().undo).toHaveAttribute("title", "Desfazer: Preço de “Produto 001” (Ctrl Z)");
    await user.click(foot().redo);
    await waitFor(() => expect(priceOf("i002")).toBe(6));
    await waitFor(() => expect(foot().redo).toBeDisabled());
  });

  test("have nothing to bring back once something new was written", async () => {
    const user = await openGrid();
    await user.keyboard(`${goToPrice}5{Enter}`);
    await waitFor(() => expect(priceOf("i001")).toBe(5));
    await user.keyboard(UNDO);
    await waitFor(() => expect(foot().redo).toBeEnabled());
    await user.keyboard("7{Enter}");
    await waitFor(() => expect(priceOf("i002")).toBe(7));
    expect(foot().redo).toBeDisabled();
    await user.keyboard(REDO);
    expect(await screen.findByText("Não há nada para refazer.")).toBeInTheDocument();
    expect(priceOf("i001")).toBe(10);
  });
});

describe("Ctrl+Z", () => {
  test("takes a block back in one step, and brings it back in one", async () => {
    const user = await openGrid();
    await user.keyboard(`${goToPrice}{Control>}v{/Control}`);
    await user.paste("1\n2\n3\n");
    await waitFor(() => expect(priceOf("i003")).toBe(3));
    await user.keyboard(UNDO);
    expect(await screen.findByText(/^Desfeito: .*3 células/)).toBeInTheDocument();
    expect(["i001", "i002", "i003"].map(priceOf)).toEqual([10, 11, 12]);
    expect(undos()).toHaveLength(1);
    await waitFor(() => expect(cellAt(0, PRICE)).toHaveTextContent("10,00"));
    await user.keyboard(REDO);
    await waitFor(() => expect(["i001", "i002", "i003"].map(priceOf)).toEqual([1, 2, 3]));
    expect(undos()).toHaveLength(2);
  });

  test("in a cell that is being written in belongs to its text", async () => {
    const user = await openGrid();
    await user.keyboard(`${goToPrice}5{Enter}`);
    await waitFor(() => expect(priceOf("i001")).toBe(5));
    await user.keyboard(`12${UNDO}`);
    expect(undos()).toEqual([]);
    await user.keyboard("{Escape}");
    await user.keyboard(UNDO);
    await waitFor(() => expect(priceOf("i001")).toBe(10));
  });

  test("pressed twice at once takes two steps back, in their order", async () => {
    const user = await openGrid();
    await user.keyboard(`${goToPrice}5{Enter}6{Enter}`);
    await waitFor(() => expect(priceOf("i002")).toBe(6));
    await user.keyboard(UNDO + UNDO);
    await waitFor(() => expect([priceOf("i001"), priceOf("i002")]).toEqual([10, 11]));
    const [first, second] = catalog.sent("POST", "/api/catalog/cells").map(({ operationId }) => operationId);
    expect(undos().map(({ path }) => path)).toEqual([
      `/api/operations/${String(second)}/undo`,
      `/api/operations/${String(first)}/undo`,
    ]);
    await user.keyboard(UNDO);
    expect(await screen.findByText(/nada seu para desfazer/)).toBeInTheDocument();
    expect(undos()).toHaveLength(2);
  });

  test("reaches a save of the form, then the cell before it", async () => {
    const user = await openGrid();
    await user.keyboard(`${goToPrice}5{Enter}{ArrowUp}`);
    await waitFor(() => expect(priceOf("i001")).toBe(5));
    await user.keyboard("{Control>}{Enter}{/Control}");
    const name = await screen.findByRole("textbox", { name: /^Nome/ });
    fireEvent.change(name, { target: { value: "Outro nome" } });
    name.focus();
    await user.keyboard("{Control>}s{/Control}");
    await waitFor(() => expect(catalog.find("i001")?.name).toBe("Outro nome"));
    await user.keyboard("{Escape}");
    await waitFor(() => expect(cellAt(0, PRICE)).toHaveFocus());
    await waitFor(() =>
      expect(foot().undo).toHaveAttribute("title", "Desfazer: “Outro nome” salvo (Ctrl Z)"),
    );
    await user.keyboard(UNDO);
    expect(await screen.findByText("Desfeito: “Outro nome” salvo")).toBeInTheDocument();
    await user.keyboard(UNDO);
    await waitFor(() => expect(priceOf("i001")).toBe(10));
    const form = String(catalog.sent("PUT", "/api/catalog/items/i001")[0]?.["operationId"]);
    expect(undos()[0]?.path).toBe(`/api/operations/${form}/undo`);
  });

  test("leaves alone what another changed since, names it once, and keeps nothing to bring back", async () => {
    const user = await openGrid();
    await user.keyboard(`${goToPrice}5{Enter}`);
    await waitFor(() => expect(priceOf("i001")).toBe(5));
    const since = { changedBy: "Rosa", changedAt: "2026-05-04T10:00:00Z" };
    catalog.undone = {
      operationId: null,
      undone: 0,
      conflicts: [
        { recordId: "i001", name: "Produto 001", field: "price", from: 10, to: 5, now: 7, ...since },
      ],
      conflictCount: 1,
      untouchable: [{ recordId: "i002", reason: "deleted" }],
      untouchableCount: 1,
    };
    await user.keyboard(UNDO);
    const dialog = await screen.findByRole("dialog", { name: "Nada foi desfeito" });
    const list = within(dialog);
    expect(list.getByText("Produto 001")).toBeInTheDocument();
    expect(list.getByText("7,00")).toBeInTheDocument();
    expect(list.queryByText(/^0 registro/)).toBeNull();
    expect(list.getByText(/Rosa/)).toBeInTheDocument();
    expect(list.getByText("i002")).toBeInTheDocument();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(cellAt(1, PRICE)).toHaveFocus());
    expect(foot().undo).toBeDisabled();
    expect(foot().redo).toBeDisabled();
  });

  test("says of each step that finds nothing to do what is so already", async () => {
    const user = await openGrid();
    await user.keyboard(`${goToPrice}5{Enter}`);
    await waitFor(() => expect(priceOf("i001")).toBe(5));
    await user.keyboard(UNDO);
    expect(await screen.findByText("Desfeito: Preço de “Produto 001”")).toBeInTheDocument();
    await waitFor(() => expect(foot().redo).toBeEnabled());
    catalog.undone = { operationId: null, undone: 0 };
    await user.keyboard(REDO);
    expect(await screen.findByText("Já estava refeito: Preço de “Produto 001”")).toBeInTheDocument();
  });

  test("that the program refuses says why, and does not stand in the way of the one before", async () => {
    const user = await openGrid();
    await user.keyboard(`${goToPrice}5{Enter}6{Enter}`);
    await waitFor(() => expect(priceOf("i002")).toBe(6));
    let refused = false;
    server.handle(
      catalog.handler(({ path }) => {
        if (refused || !path.endsWith("/undo")) return undefined;
        refused = true;
        return { status: 409, body: { code: "already_undone", message: "Já foi desfeito", details: null } };
      }),
    );
    await user.keyboard(UNDO);
    expect(await screen.findByText("Já foi desfeito")).toBeInTheDocument();
    expect(priceOf("i002")).toBe(6);
    await user.keyboard(UNDO);
    await waitFor(() => expect(priceOf("i001")).toBe(10));
  });
});
