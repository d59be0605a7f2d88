/** Rows that others move under a person's hands: what is typed, selected or pressed reaches the item it was meant for. */
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { renderApp } from "../../../../test/app";
import { item, status } from "../../../../test/records";
import { cellAt, goToPrice, PRICE, serveSheet } from "../../../../test/sheet";

const sheet = serveSheet(50);

/** The longest time until the sheet has noticed, in milliseconds, on a machine that is busy. */
const NOTICED = { timeout: 30_000 };

const row = (index: number) => cellAt(index, 0)?.closest("[role=row]");
const field = () => document.activeElement as HTMLTextAreaElement;
const place = () => field().closest<HTMLElement>("[data-at]")?.dataset["at"];

/** The sheet hears that there are other items than before. */
const noticeItems = () => {
  const items = status.items + 1;
  sheet.special = ({ path }) => (path.startsWith("/api/health") ? { body: { ...status, items } } : undefined);
};
const createAbove = async () => {
  sheet.catalog.items = [item("i000", { name: "Produto 000", price: 1 }), ...sheet.catalog.items];
  noticeItems();
  await waitFor(() => expect(row(0)).toHaveTextContent("Produto 000"), NOTICED);
};
const writtenTo = () =>
  sheet.writes().flatMap(({ cells }) => (cells as { id: string; value: unknown }[]).map(({ id }) => id));

describe("where an item that sorts above is created meanwhile", () => {
  test("the open field goes along with its item, with what is typed and the focus", async () => {
    const { user } = await sheet.open();
    await user.keyboard(`{ArrowDown>2/}${goToPrice}12`);
    await createAbove();
    expect(place()).toBe(`3:${PRICE}`);
    expect(field()).toHaveAccessibleName(/Produto 003/);
    expect(row(2)?.querySelector("textarea")).toBeNull();
    await user.keyboard(",5{Enter}");
    await waitFor(() => expect(sheet.catalog.find("i003")?.price).toBe(12.5));
    expect(writtenTo()).toEqual(["i003"]);
    await waitFor(() => expect(cellAt(4, PRICE)).toHaveFocus());
  });

  test("the selected block and the focus go along with their items", async () => {
    const { user } = await sheet.open();
    await user.keyboard("{ArrowDown>2/}{ArrowRight>3/}{Shift>}{ArrowDown}{/Shift}");
    const column = 3;
    await createAbove();
    await waitFor(() => expect(cellAt(4, column)).toHaveFocus());
    expect([2, 3, 4, 5].map((at) => cellAt(at, column)?.getAttribute("aria-selected"))).toEqual([
      "false",
      "true",
      "true",
      "false",
    ]);
    await user.keyboard("{Delete}");
    await waitFor(() => expect(writtenTo()).toEqual(["i003", "i004"]));
  });
});

test("where the item is deleted meanwhile, what was typed waits as a cell that says so", async () => {
  const { user } = await sheet.open();
  await user.keyboard(`{ArrowDown}${goToPrice}12`);
  sheet.catalog.remove("i002");
  noticeItems();
  await waitFor(() => expect(row(1)).toHaveTextContent("Produto 003"), NOTICED);
  await waitFor(() => expect(writtenTo()).toEqual(["i002"]));
  expect(await screen.findByText(/Produto 002.*não existe ou foi excluído/)).toBeInTheDocument();
  expect(screen.getByRole("link", { name: /Catálogo.*1 célula não gravada/ })).toBeInTheDocument();
  expect(row(1)?.querySelector("textarea")).toBeNull();
  await waitFor(() => expect(cellAt(1, PRICE)).toHaveFocus());
});

describe("where the address leads to another list while a cell is half typed", () => {
  const typeIn = async () => {
    const { user } = await renderApp(sheet.server, "#/catalog/items");
    await screen.findByText("Produto 001");
    window.location.hash = "#/catalog/items?q=Produto%2002";
    await waitFor(() => expect(row(0)).toHaveTextContent("Produto 020"));
    (cellAt(0, 0) as HTMLElement).focus();
    await user.keyboard(`{ArrowDown}${goToPrice}12`);
    expect(field()).toHaveAccessibleName(/Produto 021/);
    return user;
  };

  test("Back to a list that holds its item takes the field along", async () => {
    const user = await typeIn();
    window.history.back();
    await waitFor(() => expect(row(0)).toHaveTextContent("Produto 001"));
    await waitFor(() => expect(place()).toBe(`20:${PRICE}`));
    await user.keyboard(",5{Enter}");
    await waitFor(() => expect(sheet.catalog.find("i021")?.price).toBe(12.5));
    expect(writtenTo()).toEqual(["i021"]);
  });

  test("a list that is read only now and lacks its item leaves the value with the item", async () => {
    await typeIn();
    window.location.hash = "#/catalog/items?q=Produto%2003";
    await waitFor(() => expect(row(0)).toHaveTextContent("Produto 030"));
    await waitFor(() => expect(sheet.catalog.find("i021")?.price).toBe(12));
    expect(writtenTo()).toEqual(["i021"]);
    await waitFor(() => expect(cellAt(0, PRICE)).toHaveFocus());
  });

  test("a status that is half chosen stays with its item too", async () => {
    const user = await typeIn();
    await user.keyboard("{Escape}{Home}{ArrowRight>2/}i");
    window.location.hash = "#/catalog/items?q=Produto%2003";
    await waitFor(() => expect(sheet.catalog.find("i021")?.status).toBe("inativo"));
    expect(writtenTo()).toEqual(["i021"]);
  });
});
