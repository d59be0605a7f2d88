import { act, screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import axe from "axe-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { takeCompanyAnswerFromAddress } from "../host/http/company";
import { takeInvitationFromAddress } from "../host/http/invitation";
import { forgetCompanyAnswer, forgetInvitation } from "../host";
import { Accounts, PASSWORD } from "../test/account";
import { healthy, renderApp } from "../test/app";
import { cellAt, goToPrice, PRICE, serveSheet } from "../test/sheet";
import { startServer, type TestServer } from "../test/server";

let accounts: Accounts;
beforeEach(() => {
  accounts = new Accounts({ ana: "admin", bia: "editor" });
});

const searchBox = () => screen.findByRole("textbox", { name: "Buscar no catálogo" });

async function signIn(user: UserEvent, login: string, password = PASSWORD): Promise<void> {
  const name = await screen.findByLabelText("Nome");
  await user.clear(name);
  await user.type(name, login);
  await user.type(screen.getByLabelText("Senha"), password);
  await user.click(screen.getByRole("button", { name: "Entrar" }));
}

describe("at the start", () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startServer(healthy((request) => accounts.answer(request)));
  });
  afterEach(() => {
    act(forgetInvitation);
    act(forgetCompanyAnswer);
    return server.close();
  });

  test("the company's account is a way in only where the server has one", async () => {
    accounts.company = true;
    await renderApp(server);
    expect(await screen.findByRole("button", { name: "Entrar com a conta da empresa" })).toBeEnabled();
  });

  test("who comes back from the company is in, and what they came with leaves the address", async () => {
    window.history.replaceState(null, "", "/?code=c0de&state=st4te&iss=https%3A%2F%2Fid.example#/search");
    takeCompanyAnswerFromAddress();
    expect(window.location.href).not.toMatch(/c0de|st4te/);
    const refused = { code: "company_sign_in_refused", message: "não foi concluída", details: null };
    accounts.refusal = { status: 401, body: refused };
    const { user } = await renderApp(server);
    expect(await screen.findByRole("alert")).toHaveTextContent("não foi concluída");
    await user.click(screen.getByRole("button", { name: "Voltar" }));
    await screen.findByRole("heading", { name: "Entre no Celeiro" });
    expect(screen.queryByRole("button", { name: "Entrar com a conta da empresa" })).toBeNull();
    const sent = server.received.find(({ path }) => path === "/api/session/company/return");
    expect(JSON.parse(sent?.body ?? "")).toEqual({
      state: "st4te",
      code: "c0de",
      issuer: "https://id.example",
    });
  });

  test("a person signs in with name and password, and the page opens", async () => {
    const { user } = await renderApp(server);
    await screen.findByRole("heading", { name: "Entre no Celeiro" });
    // Colours need a real rendering.
    const rules = { "color-contrast": { enabled: false }, region: { enabled: false } };
    const { violations } = await axe.run(document.body, { rules });
    expect(violations.map(({ id }) => id)).toEqual([]);
    await signIn(user, "ana");
    expect(await searchBox()).toBeInTheDocument();
    expect(await screen.findByRole("button", { name: /Ana/ })).toHaveTextContent("Administração");
    const sent = server.received.find(({ path }) => path === "/api/session");
    expect(sent?.headers["authorization"]).toBeUndefined();
  });

  test("a wrong password is said, is gone from its field, and another try helps", async () => {
    const { user } = await renderApp(server);
    await signIn(user, "ana", "errada");
    expect(await screen.findByRole("alert")).toHaveTextContent("O nome ou a senha está errado");
    expect(screen.getByLabelText("Senha")).toHaveValue("");
    await signIn(user, "ana");
    expect(await searchBox()).toBeInTheDocument();
  });

  test("a server that wants a pause is not asked before it is over", async () => {
    const details = { seconds: 2 };
    accounts.refusal = {
      status: 429,
      body: { code: "sign_in_slowed", message: "Senhas erradas demais", details },
    };
    const { user } = await renderApp(server);
    await signIn(user, "ana");
    expect(await screen.findByRole("button", { name: "Aguarde 2 s" })).toBeDisabled();
    accounts.refusal = null;
    await screen.findByRole("button", { name: "Entrar" });
    await signIn(user, "ana");
    expect(await searchBox()).toBeInTheDocument();
  });

  test("an access code is the other way in", async () => {
    const { user } = await renderApp(server);
    await user.click(await screen.findByRole("button", { name: "Entrar com um código de acesso" }));
    await user.type(await screen.findByLabelText("Chave de acesso"), "sesame");
    accounts.session = "ana";
    await user.click(screen.getByRole("button", { name: "Entrar" }));
    expect(await searchBox()).toBeInTheDocument();
    expect(sessionStorage.getItem("celeiro.token")).toBe("sesame");
  });

  test("an invitation leaves the address at once, and its person chooses a password", async () => {
    window.location.hash = "#/invitation/s3cret-x_y";
    takeInvitationFromAddress();
    expect(window.location.href).not.toContain("s3cret");
    const { user } = await renderApp(server);
    await user.type(await screen.findByLabelText("Senha"), PASSWORD);
    await user.type(screen.getByLabelText("A mesma senha de novo"), "outra");
    await user.click(screen.getByRole("button", { name: "Salvar a senha e entrar" }));
    expect(await screen.findByText("As duas senhas não são iguais")).toBeInTheDocument();
    expect(server.received.some(({ path }) => path.endsWith("/invitation"))).toBe(false);
    await user.clear(screen.getByLabelText("A mesma senha de novo"));
    await user.type(screen.getByLabelText("A mesma senha de novo"), PASSWORD);
    await user.click(screen.getByRole("button", { name: "Salvar a senha e entrar" }));
    expect(await searchBox()).toBeInTheDocument();
    const sent = server.received.find(({ path }) => path === "/api/session/invitation");
    expect(JSON.parse(sent?.body ?? "")).toEqual({ secret: "s3cret-x_y", password: PASSWORD });
  });
});

describe("an invitation whose page is loaded anew", () => {
  test("is asked for again, and what the tab notes of it holds no secret", async () => {
    window.location.hash = "#/invitation/s3cret-x_y";
    takeInvitationFromAddress();
    // What a page that is loaded anew has: the storage of the tab, and none of the memory of the page before.
    const noted = Object.keys(sessionStorage).map(
      (name) => [name, sessionStorage.getItem(name) ?? ""] as const,
    );
    expect(JSON.stringify(noted)).not.toContain("s3cret");
    act(forgetInvitation);
    expect(Object.keys(sessionStorage)).not.toContain("celeiro.invitationOpened");
    for (const [name, value] of noted) sessionStorage.setItem(name, value);
    const server = await startServer(healthy((request) => accounts.answer(request)));
    try {
      await renderApp(server);
      expect(await screen.findByText(/abra de novo o link que você recebeu/)).toBeInTheDocument();
    } finally {
      act(forgetInvitation);
      await server.close();
    }
  });
});

describe("a session that ends in the middle of work", () => {
  const sheet = serveSheet(5);
  beforeEach(() => {
    accounts.session = "ana";
    sheet.special = (request) => accounts.answer(request);
  });

  /** Ana types a price; her session is over before it is stored. */
  async function typeAfterTheEnd() {
    const app = await sheet.open();
    await app.user.keyboard(`${goToPrice}11`);
    accounts.session = null;
    await app.user.keyboard("{Enter}");
    await screen.findByRole("heading", { name: "Sua sessão terminou" });
    return app;
  }

  test("the page stays under the question, and what was typed is stored once the person is back", async () => {
    const { user } = await typeAfterTheEnd();
    expect(screen.getByLabelText("Nome")).toHaveValue("ana");
    expect(cellAt(0, PRICE)).toHaveTextContent("11");
    expect(cellAt(0, PRICE)?.closest("[inert]")).not.toBeNull();
    await signIn(user, "ana");
    await waitFor(() => expect(sheet.catalog.find("i001")?.price).toBe(11));
    await waitFor(() => expect(screen.queryByRole("heading", { name: "Sua sessão terminou" })).toBeNull());
    expect(document.querySelector("[inert]")).toBeNull();
  });

  test("who signs out in another tab leaves nothing in this one", async () => {
    await sheet.open();
    expect(cellAt(0, PRICE)).toBeInTheDocument();
    accounts.session = null;
    const told = { key: "celeiro.sessionChanged", newValue: "out 1" };
    act(() => void window.dispatchEvent(new StorageEvent("storage", told)));
    await screen.findByRole("heading", { name: "Entre no Celeiro" });
    expect(screen.queryByRole("grid")).toBeNull();
    expect(document.querySelector("[inert]")).toBeNull();
  });

  test("another person neither sees nor sends it, and it waits for the first", async () => {
    const { user } = await typeAfterTheEnd();
    const before = sheet.writes().length;
    await signIn(user, "bia");
    expect(await screen.findByRole("button", { name: /Bia/ })).toBeInTheDocument();
    expect(await screen.findByRole("link", { name: "Catálogo" })).toBeInTheDocument();
    expect(window.location.hash).toBe("#/search");
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith("celeiro.cells."))).toEqual([]);
    expect(sheet.writes()).toHaveLength(before);

    await user.click(screen.getByRole("button", { name: /Bia/ }));
    await user.click(await screen.findByRole("button", { name: "Sair" }));
    await screen.findByRole("heading", { name: "Entre no Celeiro" });
    expect(sheet.catalog.find("i001")?.price).toBe(10);
    await signIn(user, "ana");
    await waitFor(() => expect(sheet.catalog.find("i001")?.price).toBe(11));
  });
});
