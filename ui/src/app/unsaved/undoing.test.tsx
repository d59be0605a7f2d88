import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openOperations } from "../../features/catalog/shared/ownOperations";
import { cellAt, goToPrice, hangUpWrites, PRICE, serveSheet } from "../../test/sheet";
import { stayInSheet } from "./stayInSheet";

const sheet = serveSheet(50);

test("an undo that waits is listed, and not all is said to be stored", async () => {
  const { user } = await sheet.open();
  await user.keyboard(`${goToPrice}11{Enter}`);
  await waitFor(() => expect(sheet.catalog.find("i001")?.price).toBe(11));
  sheet.special = hangUpWrites;
  await user.keyboard("{Control>}z{/Control}");
  await user.click(await screen.findByRole("button", { name: "Ver" }));
  const list = within(await screen.findByRole("dialog", { name: "Células não gravadas" }));
  expect(list.getByText("Desfazer: Preço de “Produto 001”")).toBeInTheDocument();
  expect(list.queryByText("Tudo está gravado.")).toBeNull();
  sheet.special = () => undefined;
  await user.click(list.getByRole("button", { name: "Tentar agora" }));
  expect(await list.findByText("Tudo está gravado.")).toBeInTheDocument();
});

test("an undo is said to wait, each of them, and typing in the same cell over it is no clash", async () => {
  const { user } = await sheet.open();
  await user.keyboard(`${goToPrice}11{Enter}22{Enter}`);
  await waitFor(() => expect(sheet.catalog.find("i002")?.price).toBe(22));
  sheet.special = hangUpWrites;
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
  sheet.special = () => undefined;
  await waitFor(() => expect(sheet.catalog.find("i001")?.price).toBe(33));
  expect(sheet.catalog.find("i002")?.price).toBe(11);
  expect(screen.queryByText(/espera por você/)).toBeNull();
});

test("Ctrl+Z during a save waits for it, and so does the next for the undo before", async () => {
  const { user } = await sheet.open();
  // The first write is answered once the keys were pressed.
  const held: string[] = [];
  sheet.special = ({ path, body }) => {
    if (path !== "/api/catalog/cells") return undefined;
    held.push(body);
    return { hangUp: true };
  };
  await user.keyboard(`${goToPrice}11{Enter}`);
  await waitFor(() => expect(held.length).toBeGreaterThan(0));
  await user.keyboard("{Control>}z{/Control}");
  expect(screen.queryByText(/nada seu para desfazer/)).toBeNull();
  sheet.special = () => undefined;
  const { operationId } = JSON.parse(held[0] ?? "{}") as { operationId: string };
  await waitFor(() =>
    expect(sheet.catalog.sent("POST", `/api/operations/${operationId}/undo`)).toHaveLength(1),
  );
  await waitFor(() => expect(screen.getByText(/Desfeito: Preço de “Produto 001”/)).toBeInTheDocument());
});

test("what was done before a reload can be undone after it", async () => {
  const { user, unmount } = await sheet.open();
  await user.keyboard(`${goToPrice}11{Enter}`);
  await waitFor(() => expect(sheet.catalog.find("i001")?.price).toBe(11));
  // The answer has arrived too: until then the write is sent again, not undone.
  await waitFor(() => expect(cellAt(0, PRICE)).not.toHaveAttribute("data-state"));
  unmount();
  // What a page that is loaded anew knows.
  openOperations("another");
  const { user: again } = await sheet.open();
  await again.keyboard("{Control>}z{/Control}");
  await waitFor(() => expect(sheet.catalog.find("i001")?.price).toBe(10));
  await waitFor(() => expect(screen.getByText(/Desfeito: Preço de “Produto 001”/)).toBeInTheDocument());
});
