import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { status } from "../../test/records";
import { cellAt, goToPrice, hangUpWrites, PRICE, serveSheet } from "../../test/sheet";

const sheet = serveSheet(50);

test("cells wait in sight, and go by themselves in their order when it is back", async () => {
  const { user } = await sheet.open();
  sheet.special = hangUpWrites;
  await user.keyboard(`${goToPrice}11{Enter}22{Enter}`);
  await user.keyboard("{ArrowUp>2/}12{Enter}");
  await waitFor(() => expect(screen.getByText("2 células esperam pelo servidor")).toBeInTheDocument());
  expect(cellAt(0, PRICE)).toHaveAttribute("data-state", "waiting");
  expect(cellAt(0, PRICE)).toHaveTextContent("12");
  expect(sheet.catalog.find("i001")?.price).toBe(10);
  sheet.special = () => undefined;
  await waitFor(() => expect(sheet.catalog.find("i002")?.price).toBe(22));
  await waitFor(() => expect(sheet.catalog.find("i001")?.price).toBe(12));
  await waitFor(() => expect(screen.queryByText(/esperam? pelo servidor/)).toBeNull());
  const values = sheet
    .writes()
    .flatMap(({ cells }) => (cells as { value: number }[]).map(({ value }) => value));
  expect(values.filter((value, at) => values.indexOf(value) === at)).toEqual([11, 22, 12]);
});

test("a write whose answer was lost is done once", async () => {
  const { user } = await sheet.open();
  let lost = 0;
  // The program stores it, and the line breaks before it can say so.
  sheet.special = (request) => {
    if (request.path !== "/api/catalog/cells" || lost > 0) return undefined;
    lost += 1;
    const stored = sheet.catalog.handler()(request);
    return stored.body ? { hangUp: true } : undefined;
  };
  await user.keyboard(`${goToPrice}11{Enter}`);
  await waitFor(() => expect(sheet.writes()).toHaveLength(2));
  await waitFor(() => expect(cellAt(0, PRICE)).not.toHaveAttribute("data-state"));
  expect(sheet.writes()[1]).toEqual(sheet.writes()[0]);
  expect(sheet.catalog.find("i001")?.version).toBe(2);
});

test("a page that is loaded again finds them and sends them", async () => {
  const { user, unmount } = await sheet.open();
  sheet.special = hangUpWrites;
  await user.keyboard(`${goToPrice}11{Enter}`);
  await screen.findByText("1 célula espera pelo servidor");
  unmount();
  await sheet.open();
  await waitFor(() => expect(screen.getByText("1 célula espera pelo servidor")).toBeInTheDocument());
  expect(cellAt(0, PRICE)).toHaveTextContent("11");
  sheet.special = () => undefined;
  await waitFor(() => expect(sheet.catalog.find("i001")?.price).toBe(11));
});

test("another catalog at the same address never gets them", async () => {
  const { user, unmount } = await sheet.open();
  sheet.special = hangUpWrites;
  await user.keyboard(`${goToPrice}11{Enter}`);
  await screen.findByText("1 célula espera pelo servidor");
  unmount();
  const other = { ...status, database: { ...status.database, id: "another" } };
  sheet.special = ({ path }) => (path === "/api/health" ? { body: other } : undefined);
  const before = sheet.writes().length;
  const { unmount: leave } = await sheet.open();
  expect(screen.queryByText(/pelo servidor/)).toBeNull();
  expect(cellAt(0, PRICE)).toHaveTextContent("10,00");
  leave();
  expect(sheet.writes()).toHaveLength(before);
  sheet.special = () => undefined;
  await sheet.open();
  await waitFor(() => expect(sheet.catalog.find("i001")?.price).toBe(11));
});

test("cells of another catalog are said, listed and let go of, and closing the page asks", async () => {
  const { user, unmount } = await sheet.open();
  sheet.special = hangUpWrites;
  await user.keyboard(`${goToPrice}11{Enter}22{Enter}`);
  await screen.findByText("2 células esperam pelo servidor");
  unmount();
  const other = { ...status, database: { ...status.database, id: "another" } };
  sheet.special = ({ path }) => (path === "/api/health" ? { body: other } : undefined);
  const { user: again } = await sheet.open();
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
  expect(sheet.writes().filter(({ catalog: name }) => name === "another")).toEqual([]);
});

test("what was not sent is taken back at once, and brought back", async () => {
  const { user } = await sheet.open();
  sheet.special = hangUpWrites;
  await user.keyboard(`${goToPrice}11{Enter}22{Enter}`);
  await screen.findByText("2 células esperam pelo servidor");
  await user.keyboard("{Control>}z{/Control}");
  await waitFor(() => expect(cellAt(1, PRICE)).toHaveTextContent("11,00"));
  await waitFor(() => expect(screen.getByText(/Desfeito: Preço de “Produto 002”/)).toBeInTheDocument());
  await user.keyboard("{Control>}{Shift>}z{/Shift}{/Control}");
  await waitFor(() => expect(cellAt(1, PRICE)).toHaveTextContent("22"));
  sheet.special = () => undefined;
  await waitFor(() => expect(sheet.catalog.find("i002")?.price).toBe(22));
});

test("the form of the item lists its cells that wait, and does not say that all is saved", async () => {
  const { user } = await sheet.open();
  sheet.special = hangUpWrites;
  await user.keyboard(`${goToPrice}11{Enter}{ArrowUp}`);
  await screen.findByText("1 célula espera pelo servidor");
  await user.keyboard("{Control>}{Enter}{/Control}");
  // Until the item is fetched another frame stands in the place of the form.
  await screen.findByRole("textbox", { name: /^Nome/ });
  const form = within(screen.getByRole("region", { name: "Formulário do item" }));
  expect(await form.findByText("Preço: 11 (espera pelo servidor)")).toBeInTheDocument();
  expect(form.getByText("1 célula da planilha não gravada")).toBeInTheDocument();
  expect(form.queryByText("Tudo salvo")).toBeNull();
  sheet.special = () => undefined;
  expect(await form.findByText("Tudo salvo")).toBeInTheDocument();
});

test("discarding all asks first, and does not say that it is stored", async () => {
  const { user } = await sheet.open();
  sheet.special = hangUpWrites;
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

test("the foot of the sheet leaves the focus in the sheet once nothing waits there", async () => {
  const { user } = await sheet.open();
  sheet.special = hangUpWrites;
  await user.keyboard(`${goToPrice}11{Enter}`);
  (await screen.findByRole("button", { name: "Ver" })).focus();
  sheet.special = () => undefined;
  await waitFor(() => expect(screen.queryByRole("button", { name: "Ver" })).toBeNull());
  await waitFor(() => expect(cellAt(1, PRICE)).toHaveFocus());
});
