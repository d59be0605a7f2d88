import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renderApp } from "../../../../test/app";
import { Catalog, giveHeight } from "../../../../test/catalog";
import { startServer, type TestServer } from "../../../../test/server";
import { forgetOperations } from "../../shared/ownOperations";

let server: TestServer;
let catalog: Catalog;
let restoreHeight: () => void;

beforeEach(async () => {
  restoreHeight = giveHeight(600);
  catalog = new Catalog(2);
  catalog.change("i001", { attributes: { formulacao: "WG", dose: "1 kg/ha", cor: "azul" } });
  server = await startServer(catalog.handler());
});
afterEach(() => {
  restoreHeight();
  forgetOperations();
  return server.close();
});

const TITLE = "Alguém salvou este item antes de você";
const open = () => renderApp(server, "#/catalog/items?item=i001");
const field = (label: string) => screen.findByLabelText(label, { selector: "input, textarea" });
const write = async (label: string, value: string) =>
  fireEvent.change(await field(label), { target: { value } });
const save = async (user: UserEvent) => {
  (await field("Nome*")).focus();
  await user.keyboard("{Control>}s{/Control}");
};
const merge = () => screen.getByRole("button", { name: "Juntar e salvar" });
const choice = (label: string) => within(screen.getByRole("group", { name: label }));
const puts = () => catalog.sent("PUT", "/api/catalog/items/i001");

test("each field that both changed is chosen by itself, and nothing is merged before all are", async () => {
  const { user } = await open();
  await write("Nome*", "Meu nome");
  await write("Preço", "55");
  await write("Fabricante", "Meu fabricante");
  await write("Descrição", "Minha descrição");
  catalog.change("i001", { name: "Nome deles", price: 77, manufacturer: "Deles", notes: "Anotação deles" });
  await save(user);
  await screen.findByText(TITLE);
  expect(screen.getByText("falta escolher 3 campos")).toBeInTheDocument();
  expect(choice("Preço").getByText("10,00")).toBeInTheDocument();
  expect(choice("Preço").getByText("77,00")).toBeInTheDocument();
  expect(choice("Preço").getByText("55")).toBeInTheDocument();
  await user.click(choice("Nome").getByRole("radio", { name: "Gravado" }));
  await user.click(choice("Preço").getByRole("radio", { name: "Seu" }));
  expect(screen.getByText("falta escolher 1 campo")).toBeInTheDocument();
  expect(merge()).toBeDisabled();
  await user.click(choice("Fabricante").getByRole("radio", { name: "Seu" }));
  await user.click(choice("Fabricante").getByRole("radio", { name: "Gravado" }));
  expect(screen.queryByText(/falta escolher/)).toBeNull();
  await user.click(merge());
  expect(screen.queryByText(TITLE)).toBeNull();
  expect(await field("Nome*")).toHaveValue("Nome deles");
  expect(await field("Fabricante")).toHaveValue("Deles");
  await waitFor(() => expect(catalog.find("i001")?.price).toBe(55));
  expect(catalog.find("i001")).toMatchObject({
    name: "Nome deles",
    manufacturer: "Deles",
    description: "Minha descrição",
    notes: "Anotação deles",
  });
});

test("of attributes each is a field of its own: what only one changed or took away is settled", async () => {
  const { user } = await open();
  await write("Formulação", "EC");
  await write("Dose", "2 kg/ha");
  const theirs = { formulacao: "SC", dose: "1 kg/ha", cultura: "soja" };
  catalog.change("i001", { attributes: theirs });
  await save(user);
  await screen.findByText(TITLE);
  expect(screen.getAllByRole("group", { name: /^(Formulação|Dose|Cor|Cultura)$/ })).toHaveLength(1);
  expect(screen.getByText(/^Alterado só na versão gravada.*Cor.*Cultura/)).toBeInTheDocument();
  expect(screen.getByText(/^Alterado só por você.*: Dose\./)).toBeInTheDocument();
  await user.click(choice("Formulação").getByRole("radio", { name: "Seu" }));
  await user.click(merge());
  await waitFor(() =>
    expect(catalog.find("i001")?.attributes).toEqual({ formulacao: "EC", dose: "2 kg/ha", cultura: "soja" }),
  );
});

test("a value that one emptied and the other changed is a question, and the empty one says so", async () => {
  const { user } = await open();
  await write("Fabricante", "");
  catalog.change("i001", { manufacturer: "Deles" });
  await save(user);
  await screen.findByText(TITLE);
  expect(choice("Fabricante").getByText("Deles")).toBeInTheDocument();
  expect(choice("Fabricante").getByText("vazio")).toBeInTheDocument();
  await user.click(choice("Fabricante").getByRole("radio", { name: "Seu" }));
  await user.click(merge());
  await waitFor(() => expect(puts()).toHaveLength(2));
  expect(puts()[1]).toMatchObject({ version: 3, manufacturer: "" });
});

test("two people each add a tag: both tags are kept unless one is chosen", async () => {
  catalog.change("i001", { tags: ["soja", "milho"] });
  const { user } = await open();
  const tags = await screen.findByLabelText("Etiquetas", { selector: "input:not([type=hidden])" });
  await user.type(tags, "minha{Enter}");
  catalog.change("i001", { tags: ["milho", "deles"] });
  await save(user);
  await screen.findByText(TITLE);
  expect(choice("Etiquetas").getByRole("radio", { name: "Os dois" })).toBeChecked();
  expect(choice("Etiquetas").getByText("milho; deles; minha")).toBeInTheDocument();
  expect(screen.queryByText(/falta escolher/)).toBeNull();
  await user.click(merge());
  await waitFor(() => expect(catalog.find("i001")?.tags).toEqual(["milho", "deles", "minha"]));
});

test("where each put another tag in the place of the same one, both are offered and none is taken for granted", async () => {
  catalog.change("i001", { tags: ["soja"] });
  const { user } = await open();
  const tags = await screen.findByLabelText("Etiquetas", { selector: "input:not([type=hidden])" });
  await user.type(tags, "{Backspace}minha{Enter}");
  catalog.change("i001", { tags: ["deles"] });
  await save(user);
  await screen.findByText(TITLE);
  expect(merge()).toBeDisabled();
  await user.click(choice("Etiquetas").getByRole("radio", { name: "Os dois" }));
  await user.click(merge());
  await waitFor(() => expect(catalog.find("i001")?.tags).toEqual(["deles", "minha"]));
});

test("where both made the same change, and each another one, there is nothing to choose", async () => {
  const { user } = await open();
  await write("Fabricante", "Nova");
  await write("Preço", "55");
  catalog.change("i001", { manufacturer: "Nova", notes: "Deles" });
  await save(user);
  await screen.findByText(TITLE);
  expect(screen.queryByRole("group", { name: "Fabricante" })).toBeNull();
  expect(merge()).toBeEnabled();
  await user.click(merge());
  expect(await field("Observações")).toHaveValue("Deles");
  await waitFor(() =>
    expect(catalog.find("i001")).toMatchObject({ manufacturer: "Nova", price: 55, notes: "Deles" }),
  );
});

test("a third version before the merge is saved is a question again, against the merge", async () => {
  const { user } = await open();
  await write("Nome*", "Meu nome");
  catalog.change("i001", { name: "Nome deles" });
  await save(user);
  await screen.findByText(TITLE);
  await user.click(choice("Nome").getByRole("radio", { name: "Seu" }));
  catalog.change("i001", { name: "Nome de um terceiro" });
  await user.click(merge());
  expect(await screen.findByText("Nome de um terceiro")).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole("heading", { name: TITLE })).toHaveFocus());
  expect(choice("Nome").getByText("Nome deles")).toBeInTheDocument();
  expect(choice("Nome").getByText("Meu nome")).toBeInTheDocument();
  // The choice of before is none of this one.
  expect(merge()).toBeDisabled();
  expect(catalog.find("i001")?.name).toBe("Nome de um terceiro");
});

test("discarding shows what is stored by then, which the refused save has met", async () => {
  const { user } = await open();
  await write("Nome*", "Meu nome");
  catalog.change("i001", { name: "Nome deles" });
  await save(user);
  await screen.findByText(TITLE);
  await user.click(screen.getByRole("button", { name: "Descartar" }));
  expect(await field("Nome*")).toHaveValue("Nome deles");
  expect(await screen.findByText("Tudo salvo")).toBeInTheDocument();
  await write("Preço", "55");
  await save(user);
  await waitFor(() => expect(catalog.find("i001")).toMatchObject({ name: "Nome deles", price: 55 }));
});

test("the choice leaves the focus in the form, at the first field that was in question", async () => {
  const { user } = await open();
  await write("Fabricante", "Meu");
  catalog.change("i001", { manufacturer: "Deles" });
  await save(user);
  const heading = await screen.findByRole("heading", { name: TITLE });
  await waitFor(() => expect(heading).toHaveFocus());
  await user.click(choice("Fabricante").getByRole("radio", { name: "Seu" }));
  await user.click(merge());
  expect(await field("Fabricante")).toHaveFocus();
  await waitFor(() => expect(catalog.find("i001")?.manufacturer).toBe("Meu"));
});

test("changes that were left unsaved meet what was saved meanwhile when one comes back", async () => {
  const { unmount } = await open();
  await write("Nome*", "Meu nome");
  await screen.findByText("Alterado: Nome");
  unmount();
  catalog.change("i001", { name: "Nome deles" });
  await open();
  expect(await screen.findByText(TITLE)).toBeInTheDocument();
  expect(choice("Nome").getByText("Produto 001")).toBeInTheDocument();
  expect(choice("Nome").getByText("Meu nome")).toBeInTheDocument();
  expect(screen.getByText(/^Alterações não salvas de .* foram recuperadas/)).toBeInTheDocument();
});

test("packages are compared in the language of the page, their prices as prices", async () => {
  const five = { label: "5 L", code: null, ean: null, price: 298, status: "inativo" as const };
  catalog.change("i001", { packages: [five] });
  const { user } = await renderApp(server, "#/catalog/items?item=i001", "en");
  const price = within(await screen.findByRole("listitem", { name: "5 L" })).getByLabelText("Price", {
    selector: "input",
  });
  fireEvent.change(price, { target: { value: "350" } });
  catalog.change("i001", { packages: [{ ...five, price: 301 }] });
  price.focus();
  await user.keyboard("{Control>}s{/Control}");
  await screen.findByText("Somebody saved this item before you did");
  // The form has a group of that name too.
  const version = screen.getByRole("radiogroup", { name: "Version of Packages" });
  const group = within(version.closest<HTMLElement>('[role="group"]') ?? version);
  expect(group.getByText("5 L · 350.00 · Inactive")).toBeInTheDocument();
  expect(group.getByText("5 L · 301.00 · Inactive")).toBeInTheDocument();
});
