import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { cellAt, goToPrice, hangUpWrites, PRICE, serveSheet } from "../../test/sheet";

const sheet = serveSheet(50);

test("the way to a cell of a row that a filter hides narrows the sheet, and leads back", async () => {
  const { user } = await sheet.open();
  sheet.special = hangUpWrites;
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

describe("the way to a cell of an item that was deleted meanwhile", () => {
  async function findDeleted() {
    const { user } = await sheet.open();
    sheet.catalog.remove("i001");
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
    // The remark goes by itself after some seconds.
    expect(await screen.findByText(/“Produto 001” está de volta/)).toBeInTheDocument();
    await waitFor(() => expect(cellAt(0, PRICE)).toHaveFocus());
    await waitFor(() => expect(sheet.catalog.find("i001")?.price).toBe(11));
    expect(screen.queryByText(/espera por você/)).toBeNull();
  });

  test("leads to its form where it has another name by now", async () => {
    const { user } = await sheet.open();
    sheet.special = hangUpWrites;
    await user.keyboard(`${goToPrice}11{Enter}`);
    await screen.findByText("1 célula espera pelo servidor");
    sheet.catalog.change("i001", { name: "Outro nome" });
    await user.keyboard("{Control>}f{/Control}Produto 001");
    await waitFor(() => expect(screen.queryByText("Produto 002")).toBeNull());
    await user.click(screen.getByRole("button", { name: "Ver" }));
    await user.click(await screen.findByRole("button", { name: "Ir até lá: Preço de Produto 001" }));
    await waitFor(() => expect(window.location.hash).toContain("item=i001"));
  });
});

test("a clash of an item that is deleted before one has decided says that it is", async () => {
  const { user } = await sheet.open();
  sheet.catalog.change("i001", { price: 77 });
  await user.keyboard(`${goToPrice}55{Enter}`);
  await screen.findByText("1 não gravada, espera por você");
  sheet.catalog.remove("i001");
  await user.click(screen.getByRole("button", { name: "Ver" }));
  const list = within(await screen.findByRole("dialog", { name: "Células não gravadas" }));
  expect(await list.findByText("O registro não existe ou foi excluído")).toBeInTheDocument();
  expect(list.queryByText("77,00")).toBeNull();
});
