/** A save that comes second, after another person or after this tab itself stored something. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { renderApp } from "../../../../test/app";
import { serveSheet } from "../../../../test/sheet";

const sheet = serveSheet(3);
const openItem = (id: string) => renderApp(sheet.server, `#/catalog/items?item=${id}`);
const field = (label: string) => screen.findByLabelText(label, { selector: "input, textarea" });
const name = () => field("Nome*");
const write = async (label: () => Promise<HTMLElement>, value: string) =>
  fireEvent.change(await label(), { target: { value } });

describe("another person saved first", () => {
  test("both versions are shown, a field is chosen, and the merge is saved over theirs", async () => {
    const { user } = await openItem("i001");
    await write(name, "Meu nome");
    sheet.catalog.change("i001", { name: "Nome deles", manufacturer: "Outra" });
    (await name()).focus();
    await user.keyboard("{Control>}s{/Control}");
    expect(await screen.findByText("Alguém salvou este item antes de você")).toBeInTheDocument();
    // The sheet beside the form may show their name by then too.
    const sides = within(screen.getByRole("group", { name: "Nome" }));
    expect(sides.getByText("Nome deles")).toBeInTheDocument();
    const merge = screen.getByRole("button", { name: "Juntar e salvar" });
    expect(merge).toBeDisabled();
    expect(sheet.catalog.find("i001")?.name).toBe("Nome deles");
    await user.click(screen.getByRole("radio", { name: "Seu" }));
    await user.click(merge);
    await waitFor(() => expect(sheet.catalog.find("i001")?.name).toBe("Meu nome"));
    expect(sheet.catalog.find("i001")?.manufacturer).toBe("Outra");
  });
});

test("of two versions theirs may be taken, and what only one changed is named", async () => {
  const { user } = await openItem("i001");
  await write(name, "Meu nome");
  await write(() => field("Código externo"), "M-1");
  sheet.catalog.change("i001", { name: "Nome deles", manufacturer: "Outra" });
  (await name()).focus();
  await user.keyboard("{Control>}s{/Control}");
  expect(await screen.findByText("falta escolher 1 campo")).toBeInTheDocument();
  expect(screen.getByText(/^Alterado só na versão gravada.*: Fabricante\./)).toBeInTheDocument();
  expect(screen.getByText(/^Alterado só por você.*: Código externo\./)).toBeInTheDocument();
  const sides = within(screen.getByRole("group", { name: "Nome" }));
  expect(sides.getByText("Produto 001")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Ficar com a versão gravada" }));
  expect(await name()).toHaveValue("Nome deles");
  expect(screen.queryByText("Alguém salvou este item antes de você")).toBeNull();
  expect(await screen.findByText("Tudo salvo")).toBeInTheDocument();
  expect(sheet.catalog.find("i001")?.name).toBe("Nome deles");
});

test("a save that comes second leads to both versions, however late they are drawn", async () => {
  const { user } = await openItem("i001");
  await write(name, "Meu nome");
  sheet.catalog.change("i001", { name: "Nome deles" });
  (await name()).focus();
  const find = document.getElementById.bind(document);
  let looks = 0;
  const look = vi.spyOn(document, "getElementById");
  // The first looks come before the page has drawn both versions.
  look.mockImplementation((id) => (id === "item-conflict" && looks++ < 3 ? null : find(id)));
  await user.keyboard("{Control>}s{/Control}");
  await waitFor(() =>
    expect(screen.getByRole("heading", { name: "Alguém salvou este item antes de você" })).toHaveFocus(),
  );
  expect(looks).toBeGreaterThan(3);
  look.mockRestore();
});

describe("what this tab itself stored of the item in the sheet", () => {
  const PRICE = 5;
  const cell = () => document.querySelector(`[data-at="0:${PRICE}"]`) as HTMLElement;

  async function typePrice(user: UserEvent, text: string) {
    await waitFor(() => expect(cell()).not.toBeNull());
    cell().focus();
    fireEvent.mouseDown(cell());
    await user.keyboard(`${text}{Enter}`);
  }

  test("comes into the form beside what is typed there, and is no other person's", async () => {
    const { user } = await openItem("i001");
    await write(name, "Meu nome");
    await typePrice(user, "55");
    await waitFor(() => expect(sheet.catalog.find("i001")?.price).toBe(55));
    await waitFor(async () => expect(await field("Preço")).toHaveValue("55,00"));
    expect(screen.queryByText("Alguém salvou este item antes de você")).toBeNull();
    expect(screen.getByText("Alterado: Nome")).toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Salvar" }));
    await waitFor(() => expect(sheet.catalog.find("i001")?.name).toBe("Meu nome"));
    expect(sheet.catalog.sent("PUT", "/api/catalog/items/i001")).toMatchObject([{ version: 2, price: 55 }]);
  });

  test("is decided about where the form has the same field, as one's own", async () => {
    const { user } = await openItem("i001");
    await write(() => field("Preço"), "66");
    await typePrice(user, "55");
    const title = /^Você gravou outros valores deste item em outro lugar/;
    expect(await screen.findByRole("heading", { name: title })).toBeInTheDocument();
    const sides = within(screen.getByRole("group", { name: "Preço" }));
    expect(sides.getByText("55,00")).toBeInTheDocument();
    expect(screen.queryByText("Alguém salvou este item antes de você")).toBeNull();
  });

  test("is merged by a save that comes before the form has read it", async () => {
    const { user } = await openItem("i001");
    await write(name, "Meu nome");
    sheet.server.handle(
      sheet.catalog.handler(({ method, path }) =>
        method === "GET" && path.endsWith("/items/i001") ? { silent: true } : undefined,
      ),
    );
    await typePrice(user, "55");
    await waitFor(() => expect(sheet.catalog.find("i001")?.price).toBe(55));
    await waitFor(() => expect(cell()).not.toHaveAttribute("data-state"));
    await user.click(screen.getByRole("button", { name: "Salvar" }));
    await waitFor(() => expect(sheet.catalog.find("i001")).toMatchObject({ name: "Meu nome", price: 55 }));
    expect(await screen.findByText("Tudo salvo")).toBeInTheDocument();
  });

  test("with another person's save in between is told as that person's", async () => {
    const { user } = await openItem("i001");
    await write(name, "Meu nome");
    sheet.catalog.change("i001", { manufacturer: "Deles" });
    await typePrice(user, "55");
    expect(await screen.findByText("Alguém salvou este item antes de você")).toBeInTheDocument();
    expect(screen.getByText(/^Alterado só na versão gravada.*: Fabricante e Preço\./)).toBeInTheDocument();
  });
});
