import { screen, waitFor, within } from "@testing-library/react";
import axe from "axe-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Accounts } from "../../../test/account";
import { healthy, renderApp } from "../../../test/app";
import { startServer, type Answer, type ReceivedRequest, type TestServer } from "../../../test/server";
import type { User } from "./types";

let server: TestServer;
let users: User[];
let refusal: Answer | null;

function user(login: string, change: Partial<User> = {}): User {
  return {
    id: `id-${login}`,
    login,
    name: login.charAt(0).toUpperCase() + login.slice(1),
    role: "seller",
    state: "active",
    createdAt: "2026-11-01T10:00:00Z",
    lastSeenAt: "2026-11-20T10:00:00Z",
    sessions: 1,
    invitationUntil: null,
    companyLinked: false,
    ...change,
  };
}

const until = "2026-11-30T10:00:00Z";

function answer({ method, path, body }: ReceivedRequest): Answer | undefined {
  const address = path.split("?")[0] ?? "";
  const fields = body === "" ? {} : (JSON.parse(body) as Partial<User>);
  if (address === "/api/users" && method === "GET") return { body: users };
  if (address === "/api/users") {
    const made = user(fields.login ?? "", { role: fields.role ?? "seller", state: "invited", sessions: 0 });
    users = [...users, made];
    return { body: { user: made, invitation: { secret: "s3cret", until } } };
  }
  if (address.endsWith("/company")) {
    users = users.map((one) => ({ ...one, companyLinked: false }));
    return { body: users.find(({ login }) => login === "bia") };
  }
  if (address.endsWith("/invitation")) return { body: { secret: "an0ther", until } };
  if (address.startsWith("/api/users/") && method === "PUT") {
    if (refusal) return refusal;
    const id = address.split("/").at(-1);
    users = users.map((one) => (one.id === id ? { ...one, ...fields } : one));
    return { body: users.find((one) => one.id === id) };
  }
  if (address === "/api/tokens") return { body: [] };
  if (address === "/api/access-log") {
    const offset = Number(new URLSearchParams(path.split("?")[1]).get("offset") ?? 0);
    const rows = Array.from({ length: offset === 0 ? 50 : 10 }, () => ({
      at: "2026-11-20T10:00:00Z",
      actor: offset === 0 ? "ana" : null,
      event: offset === 0 ? "role-changed" : "sign-in-refused",
      subject: "bia",
      network: "10.0.0.0/24",
    }));
    return { body: { rows, total: 60 } };
  }
  return undefined;
}

beforeEach(async () => {
  users = [user("ana", { role: "admin" }), user("bia")];
  refusal = null;
  const accounts = new Accounts({ ana: "admin" });
  accounts.session = "ana";
  server = await startServer(healthy((request) => accounts.answer(request) ?? answer(request)));
});
afterEach(() => server.close());

const rowOf = async (name: RegExp) => within(await screen.findByRole("row", { name }));

test("the people of the team are listed with role, state and last visit", async () => {
  await renderApp(server, "#/team/people");
  const ana = await rowOf(/^Ana/);
  expect(ana.getByRole("combobox", { name: "Papel de Ana" })).toHaveValue("admin");
  expect(ana.getByText("ativa")).toBeInTheDocument();
  const rules = { "color-contrast": { enabled: false }, region: { enabled: false } };
  const { violations } = await axe.run(document.body, { rules });
  expect(violations.map(({ id }) => id)).toEqual([]);
});

test("a person is added, and the link of the invitation is shown once", async () => {
  const app = await renderApp(server, "#/team/people");
  await app.user.click(await screen.findByRole("button", { name: "Adicionar uma pessoa" }));
  await app.user.type(await screen.findByLabelText("Nome para entrar"), "caio");
  await app.user.selectOptions(screen.getByLabelText("Papel"), "editor");
  await app.user.click(screen.getByRole("button", { name: "Adicionar e criar o convite" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Convite" }));
  const link = `${window.location.origin}${window.location.pathname}#/invitation/s3cret`;
  expect(dialog.getByText(link)).toBeInTheDocument();
  await app.user.click(dialog.getByRole("button", { name: "Copiar o convite" }));
  expect(await dialog.findByText("Copiado")).toBeInTheDocument();
  expect(await navigator.clipboard.readText()).toBe(link);
  const sent = server.received.find(({ method, path }) => method === "POST" && path === "/api/users");
  expect(JSON.parse(sent?.body ?? "")).toMatchObject({ login: "caio", name: null, role: "editor" });
  const [close] = dialog.getAllByRole("button", { name: "Fechar" });
  if (close) await app.user.click(close);
  await waitFor(() => expect(screen.queryByText(link)).toBeNull());
  expect(await screen.findByRole("row", { name: /^Caio/ })).toBeInTheDocument();
});

test("a change of role is sent, and that of the last administrator is explained", async () => {
  const app = await renderApp(server, "#/team/people");
  const bia = await rowOf(/^Bia/);
  await app.user.selectOptions(bia.getByRole("combobox"), "analyst");
  expect(await screen.findByText("Papel de Bia: Análise.")).toBeInTheDocument();
  const message = "ana é o único administrador que consegue entrar; crie outro antes";
  refusal = { status: 409, body: { code: "last_administrator", message, details: null } };
  const ana = await rowOf(/^Ana/);
  await app.user.selectOptions(ana.getByRole("combobox"), "seller");
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(screen.getByText(/Sem ninguém na Administração/)).toBeInTheDocument();
});

test("a person is kept out by their menu", async () => {
  const app = await renderApp(server, "#/team/people");
  await app.user.click(await screen.findByRole("button", { name: "Ações de Bia" }));
  await app.user.click(await screen.findByRole("menuitem", { name: "Desativar a conta" }));
  await screen.findByText("A conta de Bia foi desativada, e as sessões terminaram.");
  const sent = server.received.find(({ method, path }) => method === "PUT" && path === "/api/users/id-bia");
  expect(JSON.parse(sent?.body ?? "")).toEqual({ disabled: true });
});

test("a person's account is unlinked from the company's by their menu, where it is linked", async () => {
  users = [user("ana", { role: "admin" }), user("bia", { companyLinked: true })];
  const app = await renderApp(server, "#/team/people");
  await app.user.click(await screen.findByRole("button", { name: "Ações de Bia" }));
  await app.user.click(await screen.findByRole("menuitem", { name: "Desligar da conta da empresa" }));
  await screen.findByText("A conta de Bia não está mais ligada à da empresa.");
  const sent = server.received.find(({ method }) => method === "DELETE");
  expect(sent?.path.split("?")[0]).toBe("/api/users/id-bia/company");
  await app.user.click(await screen.findByRole("button", { name: "Ações de Ana" }));
  await screen.findByRole("menuitem", { name: "Convite para uma senha nova" });
  expect(screen.queryByRole("menuitem", { name: "Desligar da conta da empresa" })).toBeNull();
});

test("the access log is read page by page", async () => {
  const app = await renderApp(server, "#/team/log");
  expect(await screen.findAllByText("Papel mudado")).toHaveLength(50);
  expect(screen.getByText("1–50 de 60")).toBeInTheDocument();
  await app.user.click(screen.getByRole("button", { name: "Mais antigos" }));
  expect(await screen.findAllByText("Entrada recusada")).toHaveLength(10);
  expect(screen.getAllByText("nome desconhecido")).toHaveLength(10);
  expect(screen.getByRole("button", { name: "Mais antigos" })).toBeDisabled();
});
