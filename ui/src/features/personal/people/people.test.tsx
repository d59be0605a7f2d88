import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renderApp } from "../../../test/app";
import { asksBeforeClosing } from "../../../test/page/leaving";
import { Assistant, person } from "../../../test/personal";
import { holdAnswers, startServer, type TestServer } from "../../../test/server";

let server: TestServer;
let assistant: Assistant;

beforeEach(async () => {
  assistant = new Assistant();
  server = await startServer(assistant.handler());
});
afterEach(() => server.close());

const joaquim = () =>
  person("j", "Joaquim Tavares", {
    farm: "Boa Vista",
    crops: ["soja", "milho"],
    lastContact: "2026-05-02",
    birthday: "02-29",
    preferences: { retirada: "na loja" },
  });
const open = (address = "#/assistant/people") => renderApp(server, address);
const field = (name: string) => screen.findByRole("textbox", { name });
const sentBodies = (method: string) =>
  server.received
    .filter((request) => request.method === method && request.path.startsWith("/api/assistant/people"))
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>);

test("people are listed with farm, crops and last contact, and found as one types", async () => {
  assistant.people = [joaquim(), person("a", "Aparecida Nunes")];
  const { user } = await open();
  const row = await screen.findByRole("button", { name: /Joaquim Tavares/ });
  expect(row).toHaveTextContent("Boa Vista · soja e milho");
  expect(row).toHaveTextContent("Último contato: 2 de mai. de 2026");
  await user.type(screen.getByRole("searchbox", { name: "Procurar pessoas" }), "juaquin");
  await waitFor(() => expect(screen.queryByRole("button", { name: /Aparecida/ })).toBeNull());
  expect(server.received.some(({ path }) => path.includes("text=juaquin"))).toBe(true);
  await user.clear(screen.getByRole("searchbox", { name: "Procurar pessoas" }));
  await user.type(screen.getByRole("searchbox", { name: "Procurar pessoas" }), "x");
  expect(await screen.findByText("Ninguém com esse nome.")).toBeInTheDocument();
});

test("a new person is stored with what is filled in; the form stays, with the focus and the conversations", async () => {
  const { user } = await open();
  expect(await screen.findByText(/^Ainda não há ninguém aqui/)).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Nova pessoa" }));
  const name = await field("Nome");
  await waitFor(() => expect(name).toHaveFocus());
  await user.type(name, "Ana Prado");
  await user.type(screen.getByRole("combobox", { name: "Culturas" }), "soja, milho");
  await user.click(screen.getByRole("button", { name: "Mais uma preferência" }));
  await user.type(await field("Preferência 1: do quê"), "presente");
  await user.type(await field("Preferência 1: qual"), "livros");
  await user.click(screen.getByRole("button", { name: "Salvar" }));
  expect(await screen.findByText("Pessoa salva.")).toBeInTheDocument();
  expect(sentBodies("POST")).toMatchObject([
    { name: "Ana Prado", crops: ["soja", "milho"], preferences: { presente: "livros" }, farm: null },
  ]);
  expect(await screen.findByRole("link", { name: "Adubo da safra" })).toHaveAttribute("href", "#/chat?c=c1");
  await waitFor(() => expect(screen.getByRole("button", { name: "Salvar" })).toHaveFocus());
  expect(asksBeforeClosing()).toBe(false);
});

test("a crop whose name has a comma stays whole beside one that is added", async () => {
  assistant.people = [{ ...joaquim(), crops: ["milho, safrinha"] }];
  const { user } = await open("#/assistant/people?person=j");
  await user.type(await screen.findByRole("combobox", { name: "Culturas" }), "soja,algodão");
  await user.click(screen.getByRole("button", { name: "Salvar" }));
  await waitFor(() => expect(sentBodies("PUT")).toHaveLength(1));
  expect(sentBodies("PUT")).toMatchObject([{ crops: ["milho, safrinha", "soja", "algodão"] }]);
});

test("what is wrong stands at its field, which has the focus", async () => {
  assistant.people = [joaquim()];
  const fields = [{ field: "birthday", code: "invalid_date", value: "31/02", allowed: "15/05" }];
  assistant.special = ({ method }) =>
    method === "PUT"
      ? { status: 422, body: { code: "invalid_fields", message: "?", details: { fields } } }
      : undefined;
  const { user } = await open("#/assistant/people?person=j");
  expect(await field("Aniversário")).toHaveValue("29/02");
  await user.clear(await field("Aniversário"));
  await user.type(await field("Aniversário"), "31/02{Enter}");
  const birthday = await field("Aniversário");
  await waitFor(() => expect(birthday).toHaveFocus());
  expect(birthday).toHaveAccessibleDescription(/«31\/02»: Não é uma data\./);
});

test("a preference that is named twice is not sent", async () => {
  assistant.people = [joaquim()];
  const { user } = await open("#/assistant/people?person=j");
  await user.click(await screen.findByRole("button", { name: "Mais uma preferência" }));
  await user.type(await field("Preferência 2: do quê"), "retirada");
  await user.click(screen.getByRole("button", { name: "Salvar" }));
  expect(await screen.findByText(/«retirada»/)).toBeInTheDocument();
  expect(sentBodies("PUT")).toEqual([]);
});

/** The farm is typed over while another save stores `part`. */
async function saveAfter(part: Partial<ReturnType<typeof joaquim>>) {
  assistant.people = [joaquim()];
  const { user } = await open("#/assistant/people?person=j");
  await user.type(await field("Propriedade"), " do Sul");
  assistant.people[0] = { ...joaquim(), ...part, version: 2 };
  await user.click(screen.getByRole("button", { name: "Salvar" }));
  return user;
}

test("saves of different fields come together without a question", async () => {
  await saveAfter({ phone: "65 99999-0000" });
  await waitFor(() =>
    expect(assistant.people[0]).toMatchObject({
      farm: "Boa Vista do Sul",
      phone: "65 99999-0000",
      version: 3,
    }),
  );
  expect(screen.queryByText("Isto mudou enquanto você escrevia")).toBeNull();
});

test("of the same field both values are said, and one is chosen", async () => {
  const user = await saveAfter({ farm: "Santa Rita", phone: "65 99999-0000" });
  const box = await screen.findByRole("region", { name: "Isto mudou enquanto você escrevia" });
  await waitFor(() => expect(within(box).getByRole("heading")).toHaveFocus());
  expect(box).toHaveTextContent("Salvo agora: Santa Rita");
  expect(box).toHaveTextContent("Você escreveu: Boa Vista do Sul");
  expect(box).not.toHaveTextContent("99999");
  await user.click(within(box).getByRole("button", { name: "Salvar o que eu escrevi" }));
  await waitFor(() =>
    expect(assistant.people[0]).toMatchObject({ farm: "Boa Vista do Sul", phone: "65 99999-0000" }),
  );
});

test("what is saved can be kept instead", async () => {
  const user = await saveAfter({ farm: "Santa Rita" });
  await user.click(await screen.findByRole("button", { name: "Ficar com o que está salvo" }));
  expect(await field("Propriedade")).toHaveValue("Santa Rita");
  expect(asksBeforeClosing()).toBe(false);
  expect(assistant.people[0]).toMatchObject({ farm: "Santa Rita", version: 2 });
});

test("a deleted person can be brought back, and the focus goes on in the list", async () => {
  assistant.people = [joaquim(), person("a", "Aparecida Nunes")];
  const { user } = await open("#/assistant/people?person=j");
  await user.click(await screen.findByRole("button", { name: "Excluir" }));
  expect(await screen.findByText("Pessoa excluída.")).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Joaquim/ })).toBeNull());
  expect(document.body).not.toHaveFocus();
  await user.click(screen.getByRole("button", { name: "Desfazer" }));
  expect(await screen.findByRole("button", { name: /^Joaquim/ })).toBeInTheDocument();
});

test("another page that is opened while a new person is being stored stays open", async () => {
  const storing = holdAnswers();
  assistant.special = ({ method, path }) =>
    method === "POST" && path === "/api/assistant/people"
      ? { body: person("n", "Ana Prado"), after: storing.until }
      : undefined;
  const { user } = await open("#/assistant/people?person=new");
  await user.type(await field("Nome"), "Ana Prado");
  await user.click(screen.getByRole("button", { name: "Salvar" }));
  await waitFor(() => expect(sentBodies("POST")).toHaveLength(1));
  await user.click(screen.getByRole("link", { name: "Lembretes" }));
  await user.click(await screen.findByRole("button", { name: "Sair e guardar" }));
  await waitFor(() => expect(location.hash).toBe("#/assistant/reminders"));
  storing.release();
  expect(await screen.findByText("Pessoa salva.")).toBeInTheDocument();
  expect(location.hash).toBe("#/assistant/reminders");
});

test("a person who could not be brought back is still said to be gone, with both ways on", async () => {
  assistant.people = [joaquim()];
  assistant.special = ({ path }) =>
    path.endsWith("/restore")
      ? { status: 409, body: { code: "busy", message: "Ocupado agora", details: null } }
      : undefined;
  const { user } = await open("#/assistant/people?person=j");
  await user.type(await field("Propriedade"), "!");
  assistant.people = [];
  await user.click(screen.getByRole("button", { name: "Salvar" }));
  await user.click(await screen.findByRole("button", { name: "Trazer de volta" }));
  expect(await screen.findByText("Ocupado agora")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Trazer de volta" })).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Salvar como novo" })).toBeInTheDocument();
});

test("a person is deleted for good once that is confirmed, also with something typed", async () => {
  assistant.people = [joaquim(), person("a", "Aparecida Nunes")];
  const { user } = await open("#/assistant/people?person=j");
  await user.type(await field("Propriedade"), "!");
  const forget = () => screen.findByRole("button", { name: "Apagar para sempre" });
  await user.click(await forget());
  const dialog = () => screen.findByRole("dialog", { name: "Apagar “Joaquim Tavares” para sempre?" });
  expect(await dialog()).toHaveTextContent(/Não dá para desfazer/);
  expect(within(await dialog()).getByRole("button", { name: "Não apagar" })).toHaveFocus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(assistant.people).toHaveLength(2);
  await user.click(await forget());
  await user.click(within(await dialog()).getByRole("button", { name: "Apagar para sempre" }));
  expect(await screen.findByText("Apagado para sempre: “Joaquim Tavares”.")).toBeInTheDocument();
  expect(assistant.people.map(({ id }) => id)).toEqual(["a"]);
  await waitFor(() => expect(window.location.hash).toBe("#/assistant/people"));
  expect(screen.queryByRole("dialog")).toBeNull();
  await waitFor(() => expect(document.body).not.toHaveFocus());
});

test("a person who is not there any more cannot be deleted for good, and the form stays", async () => {
  assistant.people = [joaquim()];
  const { user } = await open("#/assistant/people?person=j");
  assistant.special = ({ path }) =>
    path === "/api/assistant/forget"
      ? { status: 404, body: { code: "not_found", message: "Não existe mais", details: null } }
      : undefined;
  await user.click(await screen.findByRole("button", { name: "Apagar para sempre" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.click(dialog.getByRole("button", { name: "Apagar para sempre" }));
  expect(await screen.findByText(/Não existe mais/)).toBeInTheDocument();
  expect(await field("Nome")).toHaveValue("Joaquim Tavares");
});

test("a form with something typed asks before another person is opened", async () => {
  assistant.people = [joaquim(), person("a", "Aparecida Nunes")];
  const { user } = await open("#/assistant/people?person=j");
  await user.type(await field("Propriedade"), "!");
  expect(asksBeforeClosing()).toBe(true);
  await user.click(screen.getByRole("button", { name: /^Aparecida/ }));
  const dialog = await screen.findByRole("dialog", { name: "Sair sem salvar?" });
  await user.click(within(dialog).getByRole("button", { name: "Ficar" }));
  expect(await field("Propriedade")).toHaveValue("Boa Vista!");
  await user.click(screen.getByRole("button", { name: /^Aparecida/ }));
  await user.click(await screen.findByRole("button", { name: "Sair e descartar" }));
  await waitFor(async () => expect(await field("Nome")).toHaveValue("Aparecida Nunes"));
});
