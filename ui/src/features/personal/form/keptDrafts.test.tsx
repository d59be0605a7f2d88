/** What is typed in a form of the personal assistant outlives a reload, in the same tab. */
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renderApp } from "../../../test/app";
import { asksBeforeClosing } from "../../../test/page/leaving";
import { Assistant, person } from "../../../test/personal";
import { startServer, type TestServer } from "../../../test/server";

let server: TestServer;
let assistant: Assistant;
let goAway: () => void;

beforeEach(async () => {
  sessionStorage.clear();
  assistant = new Assistant();
  assistant.people = [person("j", "Joaquim Tavares", { farm: "Boa Vista" })];
  server = await startServer(assistant.handler());
});
afterEach(() => {
  sessionStorage.clear();
  return server.close();
});

async function open(address: string) {
  const app = await renderApp(server, address);
  goAway = app.unmount;
  return app.user;
}
async function reload(address: string) {
  goAway();
  return open(address);
}
const field = (name: string) => screen.findByRole("textbox", { name });
const JOAQUIM = "#/assistant/people?person=j";

test("a new person, who is stored once", async () => {
  const user = await open("#/assistant/people?person=new");
  await user.type(await field("Nome"), "Ana Prado");
  expect(asksBeforeClosing()).toBe(true);
  const after = await reload("#/assistant/people?person=new");
  expect(await field("Nome")).toHaveValue("Ana Prado");
  expect(screen.getByText(/^Alterações não salvas de .* foram recuperadas/)).toBeInTheDocument();
  await after.click(screen.getByRole("button", { name: "Salvar" }));
  await screen.findByText("Pessoa salva.");
  expect(assistant.people.map(({ name }) => name)).toContain("Ana Prado");
  expect(asksBeforeClosing()).toBe(false);
  await reload("#/assistant/people?person=new");
  expect(await field("Nome")).toHaveValue("");
});

test("of a person who was deleted meanwhile: it can be saved as a new one", async () => {
  const user = await open(JOAQUIM);
  await user.type(await field("Propriedade"), " do Sul");
  const [joaquim] = assistant.people;
  assistant.people = [];
  const after = await reload(JOAQUIM);
  expect(await field("Propriedade")).toHaveValue("Boa Vista do Sul");
  await after.click(await screen.findByRole("button", { name: "Salvar como novo" }));
  await waitFor(() => expect(assistant.people).toMatchObject([{ farm: "Boa Vista do Sul" }]));
  expect(assistant.people[0]?.id).not.toBe(joaquim?.id);
  await waitFor(() => expect(asksBeforeClosing()).toBe(false));
});

test("leaving keeps it where a person wants that, and the way back is in sight", async () => {
  const user = await open(JOAQUIM);
  await user.type(await field("Propriedade"), "!");
  await user.click(screen.getByRole("button", { name: "Nova pessoa" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Sair sem salvar?" }));
  await user.click(dialog.getByRole("button", { name: "Sair e guardar" }));
  await user.click(await screen.findByRole("button", { name: "Voltar a Joaquim Tavares" }));
  expect(await field("Propriedade")).toHaveValue("Boa Vista!");
});

test("what is discarded does not come back by itself", async () => {
  const user = await open(JOAQUIM);
  await user.type(await field("Propriedade"), "!");
  await user.click(screen.getByRole("button", { name: "Descartar" }));
  await waitFor(() => expect(asksBeforeClosing()).toBe(false));
  await reload(JOAQUIM);
  expect(await field("Propriedade")).toHaveValue("Boa Vista");
});

test("what is typed while a new record is being stored goes into it, and the next new one is another", async () => {
  let answer = () => {};
  const after = new Promise<void>((resolve) => (answer = resolve));
  assistant.special = ({ method, path }) => {
    if (method !== "POST" || path !== "/api/assistant/people") return undefined;
    assistant.people.push(person("n", "João Lento"));
    return { body: person("n", "João Lento"), after };
  };
  const user = await open("#/assistant/people?person=new");
  await user.type(await field("Nome"), "João Lento");
  await user.click(screen.getByRole("button", { name: "Salvar" }));
  await user.type(await field("Propriedade"), "Sossego");
  answer();
  await screen.findByText("Pessoa salva.");
  await waitFor(() => expect(location.hash).toBe("#/assistant/people?person=n"));
  expect(screen.queryByRole("dialog", { name: "Sair sem salvar?" })).toBeNull();
  expect(await field("Propriedade")).toHaveValue("Sossego");
  await user.click(screen.getByRole("button", { name: "Salvar" }));
  await waitFor(() => expect(assistant.people.find(({ id }) => id === "n")?.farm).toBe("Sossego"));
  await user.click(screen.getByRole("button", { name: "Nova pessoa" }));
  await waitFor(async () => expect(await field("Nome")).toHaveValue(""));
});
