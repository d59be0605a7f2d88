import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { cellAt, goToPrice, PRICE, serveSheet } from "../../test/sheet";

const sheet = serveSheet(50);

test("what the form of this tab stored is no other person's where a cell clashes", async () => {
  const { user } = await sheet.open();
  sheet.catalog.change("i001", { price: 77 });
  await user.keyboard(`${goToPrice}55{Enter}{ArrowUp}`);
  await screen.findByText("Gravado agora");
  await user.keyboard("{Control>}{Enter}{/Control}");
  const form = within(await screen.findByRole("region", { name: "Formulário do item" }));
  const price = await form.findByRole("textbox", { name: /^Preço/ });
  await user.clear(price);
  await user.type(price, "66");
  await user.keyboard("{Control>}s{/Control}");
  await waitFor(() => expect(sheet.catalog.find("i001")?.price).toBe(66));
  await user.click(screen.getByRole("button", { name: "Ver" }));
  const list = within(await screen.findByRole("dialog", { name: "Células não gravadas" }));
  expect(list.getByText(/Você gravou outro valor aqui, pelo formulário/)).toBeInTheDocument();
  expect(list.getByText("66,00")).toBeInTheDocument();
  await user.click(list.getByRole("button", { name: "Gravar o meu" }));
  await waitFor(() => expect(sheet.catalog.find("i001")?.price).toBe(55));
});

test("a clash is counted, listed with both values, and decided there", async () => {
  const { user } = await sheet.open();
  sheet.catalog.change("i001", { price: 77 });
  await user.keyboard(`${goToPrice}55{Enter}`);
  await waitFor(() => expect(screen.getByText("1 não gravada, espera por você")).toBeInTheDocument());
  await waitFor(() => expect(cellAt(1, PRICE)).toHaveFocus());
  await user.click(screen.getByRole("button", { name: "Ver" }));
  const list = within(await screen.findByRole("dialog", { name: "Células não gravadas" }));
  expect(list.getByText(/Rosa gravou outro valor aqui/)).toBeInTheDocument();
  expect(list.getByText("77,00")).toBeInTheDocument();
  await user.click(list.getByRole("button", { name: "Gravar o meu" }));
  await waitFor(() => expect(sheet.catalog.find("i001")?.price).toBe(55));
  expect(await list.findByText("Tudo está gravado.")).toBeInTheDocument();
});

test("what a third person stores before one has decided is what the decision is about", async () => {
  const { user } = await sheet.open();
  sheet.catalog.change("i001", { price: 77 });
  await user.keyboard(`${goToPrice}55{Enter}`);
  await screen.findByText("1 não gravada, espera por você");
  sheet.catalog.change("i001", { price: 88 });
  await user.click(screen.getByRole("button", { name: "Ver" }));
  const list = within(await screen.findByRole("dialog", { name: "Células não gravadas" }));
  expect(await list.findByText("88,00")).toBeInTheDocument();
  expect(list.queryByText("77,00")).toBeNull();
  expect(
    list.getByText(/^Outro valor foi gravado aqui .*que você ainda não tinha visto/),
  ).toBeInTheDocument();
  await user.click(list.getByRole("button", { name: "Ficar com o gravado" }));
  await waitFor(() => expect(cellAt(0, PRICE)).toHaveTextContent("88,00"));
  expect(sheet.catalog.find("i001")?.price).toBe(88);
});

test("a value another person stored beside one's own write is not written over unseen", async () => {
  // The order depends on the version: the rows are not fetched again after the write.
  const { user } = await sheet.open("#/catalog/items?sort=version");
  sheet.catalog.change("i001", { manufacturer: "Deles" });
  await user.keyboard(`${goToPrice}55{Enter}`);
  await waitFor(() => expect(sheet.catalog.find("i001")?.price).toBe(55));
  await waitFor(() => expect(cellAt(0, PRICE)).not.toHaveAttribute("data-state"));
  await user.keyboard("{ArrowUp}{ArrowLeft}Meu{Enter}{ArrowUp}");
  expect(await screen.findByText("Gravado agora")).toBeInTheDocument();
  expect(sheet.catalog.find("i001")?.manufacturer).toBe("Deles");
});

test("after each decision the next one has the focus, after the last the way out, then the sheet", async () => {
  const { user } = await sheet.open();
  for (const id of ["i001", "i002", "i003"]) sheet.catalog.change(id, { price: 77 });
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
  await waitFor(() => expect(sheet.catalog.find("i003")?.price).toBe(3.5));
  expect([sheet.catalog.find("i001")?.price, sheet.catalog.find("i002")?.price]).toEqual([77, 77]);
});

test("a remark that is over leaves the focus in its cell", async () => {
  const { user } = await sheet.open();
  sheet.catalog.change("i001", { price: 77 });
  await user.keyboard(`${goToPrice}55{Enter}`);
  await screen.findByText("1 não gravada, espera por você");
  let answer = () => {};
  const later = new Promise<void>((resolve) => (answer = resolve));
  sheet.special = (request) => {
    if (request.method === "GET" && request.path.endsWith("i001")) return { silent: true };
    if (request.path !== "/api/catalog/cells") return undefined;
    return { ...sheet.catalog.handler()(request), after: later };
  };
  sheet.catalog.change("i001", { price: 55, manufacturer: "Deles" });
  await user.keyboard("{ArrowUp}{ArrowLeft}Meu{Enter}{ArrowUp}{ArrowRight}");
  (await screen.findByRole("button", { name: "Gravar o meu" })).focus();
  // The answer to the other cell of the row tells that the price is stored as it was typed.
  answer();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Gravar o meu" })).toBeNull());
  await waitFor(() => expect(cellAt(0, PRICE)).toHaveFocus());
});
