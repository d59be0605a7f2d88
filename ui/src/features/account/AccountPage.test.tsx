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
let tokens: (typeof token)[];
let passwordRefusal: Answer | null;

beforeEach(async () => {
  tokens = [];
  passwordRefusal = null;
  const accounts = new Accounts({ ana: "editor" });
  accounts.session = "ana";
  const answer = ({ method, path }: ReceivedRequest): Answer | undefined => {
    const address = path.split("?")[0] ?? "";
    if (address === "/api/me/password") return passwordRefusal ?? { body: accounts.me("ana") };
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
