import { readFileSync } from "node:fs";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Accounts } from "../../test/account";
import { healthy, renderApp } from "../../test/app";
import { startServer, type Answer, type ReceivedRequest, type TestServer } from "../../test/server";

const token = {
  id: "t1",
  name: "Planilha",
  login: "ana",
  scopes: ["read"],
  createdAt: "2026-11-20T10:00:00Z",
  expiresAt: "2027-02-18T10:00:00Z",
  lastUsedAt: null,
  revoked: false,
};
let server: TestServer;
let accounts: Accounts;
let tokens: (typeof token)[];
let passwordRefusal: Answer | null;

beforeEach(async () => {
  tokens = [];
  passwordRefusal = null;
  accounts = new Accounts({ ana: "editor" });
  accounts.session = "ana";
  const answer = ({ method, path }: ReceivedRequest): Answer | undefined => {
    const address = path.split("?")[0] ?? "";
    if (address === "/api/me/password") return passwordRefusal ?? { body: accounts.me("ana") };
    if (method === "DELETE" && address.startsWith("/api/me/sessions/")) {
      accounts.sessions = accounts.sessions.filter(({ id }) => !address.endsWith(id));
      return { body: { ended: 1 } };
    }
    if (address === "/api/tokens" && method === "GET") return { body: tokens };
    if (address === "/api/tokens") {
      tokens = [token];
      return { body: { token, secret: "cel_once" } };
    }
    if (method === "DELETE" && address.startsWith("/api/tokens/")) {
      tokens = [{ ...token, revoked: true }];
      return { body: tokens[0] };
    }
    return undefined;
  };
  server = await startServer(healthy((request) => accounts.answer(request) ?? answer(request)));
});
afterEach(() => server.close());

const sentTo = (path: string) =>
  server.received
    .filter((one) => one.path === path && one.body !== "")
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>);

test("an access code is made with its scopes, shown once, and revoked", async () => {
  const { user } = await renderApp(server, "#/account");
  await user.click(await screen.findByRole("button", { name: "Novo código de acesso" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText("Para quê"), "Planilha");
  expect(dialog.queryByLabelText("Administrar")).toBeNull();
  await user.click(dialog.getByLabelText("Mudar o catálogo"));
  await user.click(dialog.getByRole("button", { name: "Criar o código" }));
  expect(await dialog.findByText("cel_once")).toBeInTheDocument();
  expect(sentTo("/api/tokens")).toEqual([{ name: "Planilha", scopes: ["read", "edit"], days: 90 }]);
  const [close] = dialog.getAllByRole("button", { name: "Fechar" });
  if (close) await user.click(close);
  await waitFor(() => expect(screen.queryByText("cel_once")).toBeNull());
  await user.click(await screen.findByRole("button", { name: "Revogar: Planilha" }));
  await user.click(await screen.findByRole("button", { name: "Revogar" }));
  expect(await screen.findByText("revogado")).toBeInTheDocument();
});

test("a password that is guessed soon is refused in words, and another is taken", async () => {
  const message = "Esta senha é fácil de adivinhar";
  passwordRefusal = { status: 422, body: { code: "password_too_weak", message, details: null } };
  const { user } = await renderApp(server, "#/account");
  await user.type(await screen.findByLabelText("Senha atual"), "antiga");
  await user.type(screen.getByLabelText("Senha nova"), "12345678");
  await user.type(screen.getByLabelText("A senha nova de novo"), "12345678");
  await user.click(screen.getByRole("button", { name: "Trocar a senha" }));
  expect(await screen.findByText(message)).toBeInTheDocument();
  passwordRefusal = null;
  await user.click(screen.getByRole("button", { name: "Trocar a senha" }));
  expect(await screen.findByText(/A senha foi trocada/)).toBeInTheDocument();
  expect(screen.getByLabelText("Senha nova")).toHaveValue("");
});

test("the page scrolls by itself: the frame around pages does not", () => {
  const [, page = ""] =
    /^\.page \{([^}]*)\}/m.exec(readFileSync("src/features/account/Account.module.css", "utf8")) ?? [];
  expect(page).toContain("height: 100%");
  expect(page).toContain("overflow: auto");
  expect(page).not.toContain("max-width");
});

test("a person sees where they are signed in, and ends another session", async () => {
  const at = { createdAt: "2026-11-20T10:00:00Z", lastUsedAt: "2026-11-20T11:00:00Z" };
  accounts.sessions = [
    { id: "s1", device: "Firefox · Linux", network: null, isThis: true, ...at },
    { id: "s2", device: null, network: "10.0.0.7", isThis: false, ...at },
  ];
  const { user } = await renderApp(server, "#/account");
  const own = within(await screen.findByRole("row", { name: /^Firefox · Linux/ }));
  expect(own.getByText("esta")).toBeInTheDocument();
  expect(own.queryByRole("button")).toBeNull();
  await user.click(await screen.findByRole("button", { name: "Encerrar: aparelho desconhecido" }));
  await waitFor(() => expect(screen.queryByText("10.0.0.7")).toBeNull());
  expect(screen.getByText("esta")).toBeInTheDocument();
});

test("who links their account to the company's goes there from their session", async () => {
  accounts.company = true;
  const { user } = await renderApp(server, "#/account");
  await user.click(await screen.findByRole("button", { name: "Ligar à conta da empresa" }));
  await waitFor(() => expect(window.location.hash).toBe("#/search"));
  expect(sentTo("/api/session/company")).toEqual([{ link: true }]);
});

test("a person sees since when their account is linked to the company's, and unlinks it", async () => {
  accounts.linkedAt = "2026-11-20T10:00:00Z";
  const { user } = await renderApp(server, "#/account");
  expect(await screen.findByText(/^Ligada à conta da empresa desde .*2026/)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Ligar à conta da empresa" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Desligar" }));
  expect(await screen.findByText("Sua conta não está mais ligada à da empresa.")).toBeInTheDocument();
  // The server has no sign-in by the company any more: there is nothing to link to.
  await waitFor(() => expect(screen.queryByRole("heading", { name: "Conta da empresa" })).toBeNull());
});

test("access codes end with the password where the person says so", async () => {
  const { user } = await renderApp(server, "#/account");
  const change = async () => {
    await user.type(await screen.findByLabelText("Senha atual"), "antiga");
    await user.type(screen.getByLabelText("Senha nova"), "trator azul na chuva");
    await user.type(screen.getByLabelText("A senha nova de novo"), "trator azul na chuva");
  };
  await change();
  await user.click(screen.getByLabelText("Acabar também com os meus códigos de acesso"));
  await user.click(screen.getByRole("button", { name: "Trocar a senha" }));
  expect(await screen.findByText(/A senha foi trocada/)).toBeInTheDocument();
  await change();
  await user.click(screen.getByRole("button", { name: "Trocar a senha" }));
  await waitFor(() => expect(sentTo("/api/me/password")).toHaveLength(2));
  expect(sentTo("/api/me/password").map(({ endTokens }) => endTokens)).toEqual([true, false]);
});
