import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renderApp } from "../../../test/app";
import { Assistant } from "../../../test/personal";
import { status } from "../../../test/records";
import {
  holdAnswers,
  startServer,
  type Answer,
  type ReceivedRequest,
  type TestServer,
} from "../../../test/server";

const PASSWORD = "safra boa 2026";
type Note = { id: string; title: string; text: string; version: number };

/** The vault of the small server: it knows one password, and is open for as long as the test says. */
class VaultServer {
  exists = true;
  openForMs = 300_000;
  notes: Note[] = [];
  /** The one that is open; another password opens another, and closes those of before. */
  session = "s1";
  answer(request: ReceivedRequest): Answer | undefined {
    if (!request.path.startsWith("/api/assistant/vault")) return undefined;
    const sent = JSON.parse(request.body || "{}") as {
      session?: string;
      password?: string;
      id?: string;
      version?: number;
      note?: { title: string; text: string };
    };
    const part = request.path.split("/api/assistant/vault")[1];
    const until = new Date(Date.now() + this.openForMs).toISOString();
    if (part === "/password") this.session = "s2";
    const opened = { body: { session: this.session, until } };
    if (part === "" && request.method === "GET") return { body: { exists: this.exists } };
    if (part === "" && request.method === "DELETE") {
      this.exists = false;
      return { body: { notes: this.notes.splice(0).length } };
    }
    if (part === "" || part === "/password") {
      this.exists = true;
      return opened;
    }
    if (part === "/open")
      return sent.password === PASSWORD
        ? opened
        : {
            status: 403,
            body: { code: "vault_password_wrong", message: "Esta não é a senha", details: null },
          };
    if (part === "/close") return { body: { exists: true } };
    if (sent.session !== undefined && sent.session !== this.session)
      return { status: 403, body: { code: "vault_locked", message: "O cofre está fechado", details: null } };
    const note = this.notes.find(({ id }) => id === sent.id);
    if (part === "/notes/list") return { body: this.notes.map((one) => ({ ...one, updatedAt: until })) };
    if (part === "/notes/read") return { body: { ...note, createdAt: until, updatedAt: until } };
    if (part === "/notes/ask")
      return {
        body: { text: "A senha é 4711.", note: { id: sent.id, title: note?.title }, model: "modelo-exemplo" },
      };
    if (part === "/notes/delete") {
      this.notes = this.notes.filter((one) => one !== note);
      return { body: { id: sent.id } };
    }
    if (note && note.version !== sent.version) {
      const current = { ...note, createdAt: until, updatedAt: until };
      return { status: 409, body: { code: "conflict", message: "Mudou", details: { current } } };
    }
    const stored = {
      id: note?.id ?? "n1",
      version: (note?.version ?? 0) + 1,
      title: "",
      text: "",
      ...sent.note,
    };
    this.notes = [...this.notes.filter((one) => one !== note), stored];
    return { body: { ...stored, createdAt: until, updatedAt: until } };
  }
}

let server: TestServer;
let vault: VaultServer;
let assistant: Assistant;

beforeEach(async () => {
  assistant = new Assistant();
  vault = new VaultServer();
  assistant.special = (request) => vault.answer(request);
  server = await startServer(assistant.handler());
});
afterEach(() => server.close());

const password = (name = "Senha do cofre") => screen.findByLabelText(name);
const page = () => renderApp(server, "#/assistant/vault");
type User = Awaited<ReturnType<typeof page>>["user"];

async function openVault(user: User) {
  await user.type(await password(), PASSWORD);
  await user.click(screen.getByRole("button", { name: "Abrir" }));
  await screen.findByRole("button", { name: "Nova nota" });
}

test("a new vault says what a forgotten password costs, and takes no weak password", async () => {
  vault.exists = false;
  const { user } = await page();
  expect(await screen.findByText(/Quem esquece a senha perde as notas/)).toBeInTheDocument();
  await user.type(await password(), "12345678901");
  await user.type(await password("A senha de novo"), "outra");
  await user.click(screen.getByRole("button", { name: "Criar o cofre" }));
  expect(await screen.findByText("As duas senhas são diferentes.")).toBeInTheDocument();
  expect(await password("A senha de novo")).toBeInvalid();
  expect(screen.getByText("Confirme que entendeu.")).toBeInTheDocument();
  await user.clear(await password("A senha de novo"));
  await user.type(await password("A senha de novo"), "12345678901");
  await user.click(screen.getByRole("checkbox", { name: /Entendi/ }));
  expect(server.received.some(({ method }) => method === "POST")).toBe(false);
  await user.click(screen.getByRole("button", { name: "Criar o cofre" }));
  expect(await screen.findByText(/O cofre está vazio/)).toBeInTheDocument();
});

test("a wrong password is said; a note is written, read and gone with the page, and no address holds the session", async () => {
  const { user, unmount } = await page();
  await user.type(await password(), "{Enter}");
  expect(await screen.findByText("Precisa ser preenchido.")).toBeInTheDocument();
  await user.type(await password(), "errada");
  await user.click(screen.getByRole("button", { name: "Abrir" }));
  expect(await screen.findByText("Esta não é a senha")).toBeInTheDocument();
  await user.clear(await password());
  await openVault(user);
  await user.click(screen.getByRole("button", { name: "Nova nota" }));
  const title = await screen.findByRole("textbox", { name: "Título" });
  await waitFor(() => expect(title).toHaveFocus());
  await user.type(title, "Silo norte");
  await user.type(screen.getByRole("textbox", { name: "Texto" }), "4711");
  await user.click(screen.getByRole("button", { name: "Salvar" }));
  expect(await screen.findByText("Nota salva no cofre.")).toBeInTheDocument();
  expect(await screen.findByRole("button", { name: /Silo norte/ })).toBeInTheDocument();
  unmount();
  await expect
    .poll(() => server.received.some(({ path }) => path === "/api/assistant/vault/close"))
    .toBe(true);
  expect(server.received.some(({ path }) => path.includes("s1"))).toBe(false);
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toMatch(/4711|Silo|s1|safra/);
});

test("what is being written when the five minutes are over waits for the password", async () => {
  vault.openForMs = 5_000;
  const { user } = await page();
  await openVault(user);
  await user.click(screen.getByRole("button", { name: "Nova nota" }));
  await user.type(await screen.findByRole("textbox", { name: "Título" }), "Meio");
  expect(
    await screen.findByText(/O que você escreveu espera aqui/, {}, { timeout: 30_000 }),
  ).toBeInTheDocument();
  expect(screen.queryByDisplayValue("Meio")).toBeNull();
  vault.openForMs = 300_000;
  await openVault(user);
  expect(await screen.findByDisplayValue("Meio")).toBeInTheDocument();
});

test("two places that write one note choose between both, and a forgotten password can only delete", async () => {
  vault.notes = [{ id: "n1", title: "Banco", text: "agência 1", version: 1 }];
  const { user } = await page();
  await openVault(user);
  await user.click(await screen.findByRole("button", { name: /Banco/ }));
  await user.type(await screen.findByRole("textbox", { name: "Texto" }), " e conta 2");
  vault.notes = [{ id: "n1", title: "Banco", text: "agência 9", version: 2 }];
  await user.click(screen.getByRole("button", { name: "Salvar" }));
  expect(await screen.findByText("agência 9")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Salvar o que eu escrevi" }));
  await expect.poll(() => vault.notes[0]).toMatchObject({ text: "agência 1 e conta 2", version: 3 });
  await screen.findByText("Nota salva no cofre.");
  await user.click(screen.getByRole("button", { name: "Fechar agora" }));
  await user.click(await screen.findByRole("button", { name: "Esqueci a senha" }));
  await user.click(await screen.findByRole("button", { name: "Apagar para sempre" }));
  expect(await screen.findByText("Cofre apagado, com 1 nota.")).toBeInTheDocument();
  expect(await screen.findByRole("button", { name: "Criar o cofre" })).toBeInTheDocument();
});

test("a note is found by its title, saved by the keys of every form, and what is discarded comes back", async () => {
  vault.notes = [
    { id: "n1", title: "Banco", text: "agência 1", version: 1 },
    { id: "n2", title: "Silo", text: "4711", version: 1 },
  ];
  const { user } = await page();
  await openVault(user);
  await screen.findByRole("button", { name: /^Silo/ });
  await user.type(screen.getByRole("searchbox", { name: "Procurar notas" }), "bânco");
  expect(screen.queryByRole("button", { name: /^Silo/ })).toBeNull();
  await user.click(screen.getByRole("button", { name: /^Banco/ }));
  const text = await screen.findByRole("textbox", { name: "Texto" });
  await user.type(text, " e 2");
  await user.click(screen.getByRole("button", { name: "Descartar" }));
  expect(text).toHaveValue("agência 1");
  await user.click(await screen.findByRole("button", { name: "Desfazer" }));
  expect(text).toHaveValue("agência 1 e 2");
  await user.click(screen.getByRole("button", { name: "Nova nota" }));
  expect(await screen.findByText(/fora do cofre nada fica guardado/)).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Ficar" }));
  await user.click(text);
  await user.keyboard("{Control>}s{/Control}");
  await expect.poll(() => vault.notes.find(({ id }) => id === "n1")).toMatchObject({ text: "agência 1 e 2" });
});

/** Has what `isHeld` says answered late. */
function hold(isHeld: (request: ReceivedRequest) => boolean) {
  const held = holdAnswers();
  assistant.special = (request) => {
    const answer = vault.answer(request);
    return answer && isHeld(request) ? { ...answer, after: held.until } : answer;
  };
  return held;
}

/** Long enough for what was released to be drawn. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 300));

test("what is typed while a note is being saved stays, over what was stored", async () => {
  const { user } = await page();
  await openVault(user);
  const saving = hold(({ path }) => path.endsWith("/vault/notes"));
  await user.click(screen.getByRole("button", { name: "Nova nota" }));
  await user.type(await screen.findByRole("textbox", { name: "Título" }), "Banco");
  const text = screen.getByRole("textbox", { name: "Texto" });
  await user.type(text, "agência 1");
  await user.click(screen.getByRole("button", { name: "Salvar" }));
  await waitFor(() => expect(vault.notes).toHaveLength(1));
  await user.type(text, " e conta 2");
  saving.release();
  expect(await screen.findByText("Nota salva no cofre.")).toBeInTheDocument();
  expect(await screen.findByRole("form", { name: "Nota do cofre" })).toBeInTheDocument();
  expect(screen.getByRole("textbox", { name: "Texto" })).toHaveValue("agência 1 e conta 2");
  const save = screen.getByRole("button", { name: "Salvar" });
  await waitFor(() => expect(save).toHaveAttribute("aria-busy", "false"));
  await user.click(save);
  await waitFor(() => expect(vault.notes[0]).toMatchObject({ text: "agência 1 e conta 2", version: 2 }));
});

test("another note that is opened while one is being saved stays open, and is saved by itself", async () => {
  vault.notes = [
    { id: "n1", title: "Banco", text: "agência 1", version: 1 },
    { id: "n2", title: "Silo", text: "4711", version: 1 },
  ];
  const { user } = await page();
  await openVault(user);
  const saving = hold(({ path }) => path.endsWith("/vault/notes"));
  await user.click(await screen.findByRole("button", { name: /^Banco/ }));
  await user.type(await screen.findByRole("textbox", { name: "Texto" }), " e 2");
  await user.click(screen.getByRole("button", { name: "Salvar" }));
  await waitFor(() => expect(vault.notes.find(({ id }) => id === "n1")?.version).toBe(2));
  await user.click(screen.getByRole("button", { name: /^Silo/ }));
  await user.click(await screen.findByRole("button", { name: "Sair e descartar" }));
  await waitFor(() => expect(screen.getByRole("textbox", { name: "Texto" })).toHaveValue("4711"));
  saving.release();
  expect(await screen.findByText("Nota salva no cofre.")).toBeInTheDocument();
  await settle();
  await user.type(screen.getByRole("textbox", { name: "Texto" }), " e 12");
  await user.click(screen.getByRole("button", { name: "Salvar" }));
  await waitFor(() => expect(vault.notes.find(({ id }) => id === "n2")).toMatchObject({ text: "4711 e 12" }));
  const operations = server.received
    .filter(({ path }) => path.endsWith("/vault/notes"))
    .map(({ body }) => (JSON.parse(body) as { operationId: string }).operationId);
  expect(new Set(operations).size).toBe(2);
});

test("a note that takes long to be read does not take the place of one that was opened since", async () => {
  vault.notes = [
    { id: "n1", title: "Banco", text: "agência 1", version: 1 },
    { id: "n2", title: "Silo", text: "4711", version: 1 },
  ];
  const { user } = await page();
  await openVault(user);
  const reading = hold(({ path, body }) => path.endsWith("/notes/read") && body.includes("n1"));
  await user.click(await screen.findByRole("button", { name: /^Banco/ }));
  await user.click(screen.getByRole("button", { name: /^Silo/ }));
  const text = await screen.findByRole("textbox", { name: "Texto" });
  reading.release();
  await user.type(text, " e 12");
  await settle();
  expect(screen.getByRole("textbox", { name: "Texto" })).toHaveValue("4711 e 12");
});

test("another password closes the vault elsewhere alone, and that is said", async () => {
  vault.notes = [{ id: "n1", title: "Banco", text: "agência 1", version: 1 }];
  const { user } = await page();
  await openVault(user);
  const rest = holdAnswers();
  const nothing = { reminders: 0, decisions: 0, fired: [], reports: [] };
  assistant.special = (request) =>
    request.path === "/api/assistant/waiting" && vault.session === "s2"
      ? { body: nothing, after: rest.until }
      : vault.answer(request);
  await user.click(await screen.findByRole("button", { name: "Mudar a senha" }));
  await user.type(await password("Senha de agora"), PASSWORD);
  await user.type(await password("Senha nova"), "colheita boa 2027");
  await user.type(await password("A senha de novo"), "colheita boa 2027");
  await user.click(screen.getByRole("button", { name: "Mudar" }));
  expect(await screen.findByText(/^Senha mudada\./)).toBeInTheDocument();
  rest.release();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByRole("button", { name: "Nova nota" })).toBeInTheDocument();
  expect(await screen.findByRole("button", { name: /^Banco/ })).toBeInTheDocument();
});

test("a question about the open note goes with it to a named model, and its answer has a mark and goes with the note", async () => {
  vault.notes = [
    { id: "n1", title: "Banco", text: "agência 1", version: 1 },
    { id: "n2", title: "Silo", text: "4711", version: 1 },
  ];
  assistant.special = (request) =>
    request.path === "/api/health"
      ? { body: { ...status, chatModel: "modelo-exemplo" } }
      : vault.answer(request);
  const { user } = await page();
  await openVault(user);
  await user.click(await screen.findByRole("button", { name: /^Silo/ }));
  expect(await screen.findByText(/a nota inteira.*modelo-exemplo/)).toBeInTheDocument();
  const listQuestions = () => server.received.filter(({ path }) => path.endsWith("/notes/ask"));
  await user.click(screen.getByRole("button", { name: "Perguntar com a nota" }));
  expect(listQuestions()).toHaveLength(0);
  await user.type(screen.getByRole("textbox", { name: "Pergunta" }), "qual é a senha?");
  await user.click(screen.getByRole("button", { name: "Perguntar com a nota" }));
  expect(await screen.findByText("A senha é 4711.")).toBeInTheDocument();
  expect(screen.getByText(/^Resposta com a nota do cofre:/)).toHaveTextContent("Silo");
  expect(screen.getByText(/^Não é guardada/)).toBeInTheDocument();
  expect(listQuestions().map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { session: "s1", id: "n2", question: "qual é a senha?" },
  ]);
  await user.click(screen.getByRole("button", { name: /^Banco/ }));
  await waitFor(() => expect(screen.queryByText("A senha é 4711.")).toBeNull());
});

test("without a model for answers there is none to ask", async () => {
  vault.notes = [{ id: "n1", title: "Banco", text: "agência 1", version: 1 }];
  const { user } = await page();
  await openVault(user);
  await user.click(await screen.findByRole("button", { name: /^Banco/ }));
  expect(await screen.findByText(/não há a quem perguntar/)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Perguntar com a nota" })).toBeNull();
});
