/** What the forms of questions and of synonyms leave unsaved. */
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Faq } from "../../../../api/types";
import { healthy, renderApp } from "../../../../test/app";
import { asksBeforeClosing } from "../../../../test/page/leaving";
import { startServer, type TestServer } from "../../../../test/server";

const faq: Faq = {
  id: "a",
  externalId: null,
  question: "Qual o prazo?",
  answer: "Até 30 dias.",
  tags: [],
  status: "ativo",
  approvedAt: null,
  approval: "none",
  createdAt: "2026-01-01T00:00:00Z",
  updatedAt: "2026-01-01T00:00:00Z",
  version: 1,
};
const group = { id: 7, kind: "culture", name: "soja", terms: ["soja", "sojal"], version: 1 };

let server: TestServer;
let isDeleted: boolean;
/** What was saved, and what its answer waits for. */
let sent: Record<string, unknown>[];
let after: Promise<unknown>;
beforeEach(async () => {
  sessionStorage.clear();
  isDeleted = false;
  sent = [];
  after = Promise.resolve();
  server = await startServer(
    healthy(({ method, path, body }) => {
      if (path.startsWith("/api/synonyms") && method === "GET") return { body: [group] };
      if (/^\/api\/(synonyms|faqs)(\/\w)?$/.test(path) && /POST|PUT/.test(method)) {
        const fields = JSON.parse(body) as Record<string, unknown>;
        sent.push(fields);
        const before = path.startsWith("/api/synonyms") ? group : faq;
        const id = method === "POST" ? (before === faq ? "n" : 8) : before.id;
        return { body: { ...before, ...fields, id, version: sent.length + 1 }, after };
      }
      if (!path.startsWith("/api/faqs")) return undefined;
      if (path === "/api/faqs/grid")
        return { body: { rows: isDeleted ? [] : [{ faq, deleted: false }], total: isDeleted ? 0 : 1 } };
      if (method !== "GET") isDeleted = method === "DELETE";
      return { body: faq };
    }),
  );
});
afterEach(() => server.close());

const answer = () => screen.findByRole("textbox", { name: /Resposta/ });
const undo = async (user: Awaited<ReturnType<typeof renderApp>>["user"], said: string) => {
  const toast = (await screen.findByText(said)).closest("[role=status]") as HTMLElement;
  await user.click(within(toast).getByRole("button", { name: "Desfazer" }));
};

test("a question asks before the tab is closed, and is counted and named out of sight", async () => {
  const { user } = await renderApp(server, "#/catalog/faqs?faq=a");
  await user.type(await answer(), " Com nota.");
  await waitFor(() => expect(asksBeforeClosing()).toBe(true));
  await user.click(screen.getByRole("link", { name: "Sinônimos" }));
  expect(await screen.findByRole("link", { name: "Catálogo, 1 formulário não salvo" })).toBeInTheDocument();
  expect(asksBeforeClosing()).toBe(true);
  await user.click(screen.getByRole("button", { name: "Voltar a Qual o prazo?" }));
  expect(await answer()).toHaveValue("Até 30 dias. Com nota.");
  await waitFor(() => expect(screen.getByRole("link", { name: "Catálogo" })).toBeInTheDocument());
});

test("a question is saved by its key where the language was just switched", async () => {
  const { user } = await renderApp(server, "#/catalog/faqs?faq=a");
  await user.type(await answer(), " Com nota.");
  await user.click(screen.getByRole("button", { name: /^PT:/ }));
  const english = await screen.findByRole("button", { name: /^EN:/ });
  english.focus();
  await screen.findByRole("textbox", { name: /Answer/ });
  await user.keyboard("{Control>}s{/Control}");
  await waitFor(() => expect(sent).toMatchObject([{ answer: "Até 30 dias. Com nota." }]));
});

test("a question that was discarded comes back", async () => {
  const { user } = await renderApp(server, "#/catalog/faqs?faq=a");
  await user.type(await answer(), " Com nota.");
  await user.click(screen.getByRole("button", { name: "Descartar" }));
  expect(await answer()).toHaveValue("Até 30 dias.");
  expect(asksBeforeClosing()).toBe(false);
  await undo(user, "Alterações não salvas descartadas.");
  expect(await answer()).toHaveValue("Até 30 dias. Com nota.");
});

test("a question that is deleted and brought back has its unsaved text again", async () => {
  const { user } = await renderApp(server, "#/catalog/faqs?faq=a");
  await user.type(await answer(), " Com nota.");
  await user.click(screen.getByRole("button", { name: "Excluir" }));
  await undo(user, "Pergunta excluída");
  await waitFor(() => expect(isDeleted).toBe(false));
  await user.click(await screen.findByRole("button", { name: "Voltar a Qual o prazo?" }));
  expect(await answer()).toHaveValue("Até 30 dias. Com nota.");
});

test("a group of synonyms asks before the tab is closed or its page left, and is counted out of sight", async () => {
  const { user } = await renderApp(server, "#/catalog/synonyms?group=7");
  await user.type(await screen.findByLabelText("Sinônimos", { selector: "input" }), "soja-grão{Enter}");
  await waitFor(() => expect(asksBeforeClosing()).toBe(true));
  await user.click(screen.getByRole("link", { name: "Perguntas e respostas" }));
  await user.click(await screen.findByRole("button", { name: "Sair e guardar" }));
  await user.click(await screen.findByRole("button", { name: "Voltar a soja" }));
  expect(await screen.findByText("soja-grão")).toBeInTheDocument();
});

/** Holds the answers back; returns what lets them go. */
function delayAnswers(): () => void {
  let go = () => {};
  after = new Promise<void>((resolve) => (go = resolve));
  return go;
}
const SAVE = "{Control>}s{/Control}";
const tags = () => screen.findByLabelText("Etiquetas", { selector: "input:not([type=hidden])" });
const words = () => screen.findByLabelText("Sinônimos", { selector: "input:not([type=hidden])" });

test("what is typed while a question is being saved stays unsaved over what was stored", async () => {
  const { user } = await renderApp(server, "#/catalog/faqs?faq=a");
  const go = delayAnswers();
  await user.type(await answer(), " Um");
  await user.keyboard(SAVE);
  await waitFor(() => expect(sent).toHaveLength(1));
  await user.type(await answer(), " dois");
  go();
  await screen.findByText("Pergunta salva");
  expect(await answer()).toHaveValue("Até 30 dias. Um dois");
  expect(screen.getByRole("button", { name: "Salvar" })).toBeEnabled();
  expect(sessionStorage.getItem("celeiro.faqDraft.a")).toContain("Um dois");
  await user.keyboard(SAVE);
  await waitFor(() => expect(sent[1]).toMatchObject({ version: 2, answer: "Até 30 dias. Um dois" }));
  await waitFor(() => expect(sessionStorage.getItem("celeiro.faqDraft.a")).toBeNull());
});

test("what is typed while a new question is being stored stays in its form, with the focus", async () => {
  const { user } = await renderApp(server, "#/catalog/faqs?faq=new");
  const go = delayAnswers();
  await user.type(await screen.findByRole("textbox", { name: "Pergunta" }), "Qual?");
  await user.keyboard(SAVE);
  await waitFor(() => expect(sent).toHaveLength(1));
  const text = await answer();
  await user.type(text, "Este");
  go();
  await waitFor(() => expect(window.location.hash).toContain("faq=n"));
  await screen.findByRole("heading", { name: "Pergunta e resposta" });
  await user.keyboard(".");
  await waitFor(() => expect(text).toHaveFocus());
  expect(text).toHaveValue("Este.");
  await waitFor(() => expect(sessionStorage.getItem("celeiro.faqDraft.n")).toContain("Este."));
  expect(sessionStorage.getItem("celeiro.faqDraft.new")).toBeNull();
  await user.keyboard(SAVE);
  await waitFor(() => expect(sent[1]).toMatchObject({ version: 2, answer: "Este." }));
  // Another new one is another form.
  await user.click(screen.getByRole("button", { name: "Nova pergunta" }));
  await waitFor(() => expect(screen.getByRole("textbox", { name: "Pergunta" })).toHaveValue(""));
});

test("a question that is left while it is saved keeps what was typed since, and nothing else", async () => {
  const { user } = await renderApp(server, "#/catalog/faqs?faq=a");
  const go = delayAnswers();
  await user.type(await answer(), " Um");
  await user.keyboard(SAVE);
  await waitFor(() => expect(sent).toHaveLength(1));
  await user.type(await tags(), "nota");
  await user.click(screen.getByRole("link", { name: "Sinônimos" }));
  await screen.findByRole("button", { name: "Voltar a Qual o prazo?" });
  go();
  await screen.findByText("Pergunta salva");
  const kept = JSON.parse(sessionStorage.getItem("celeiro.faqDraft.a") ?? "") as { base: Faq; draft: Faq };
  expect(kept).toMatchObject({ base: { version: 2, answer: "Até 30 dias. Um", tags: [] } });
  expect(kept.draft).toMatchObject({ answer: "Até 30 dias. Um", tags: ["nota"] });
  expect(window.location.hash).toContain("synonyms");
});

test("a half-typed tag of a question is unsaved, kept over a reload, and saved by its key", async () => {
  const first = await renderApp(server, "#/catalog/faqs?faq=a");
  await first.user.type(await tags(), "tro");
  await waitFor(() => expect(asksBeforeClosing()).toBe(true));
  first.unmount();
  const { user } = await renderApp(server, "#/catalog/faqs?faq=a");
  await screen.findByText("tro");
  await user.type(await tags(), "nota");
  await user.keyboard(SAVE);
  await waitFor(() => expect(sent[0]).toMatchObject({ tags: ["tro", "nota"] }));
  await waitFor(() => expect(asksBeforeClosing()).toBe(false));
  expect(await tags()).toHaveValue("");
});

test("a half-typed synonym is unsaved, kept out of sight, and saved by its key", async () => {
  const { user } = await renderApp(server, "#/catalog/synonyms?group=7");
  await user.type(await words(), "grão");
  window.location.hash = "#/catalog/faqs";
  await user.click(await screen.findByRole("button", { name: "Sair e guardar" }));
  await user.click(await screen.findByRole("button", { name: "Voltar a soja" }));
  await screen.findByText("grão");
  await user.type(await words(), "vagem");
  await user.keyboard(SAVE);
  await waitFor(() => expect(sent[0]).toMatchObject({ terms: ["sojal", "grão", "vagem"] }));
});

test("what is typed while a group is being saved waits for its answer, and is no conflict", async () => {
  const { user } = await renderApp(server, "#/catalog/synonyms?group=7");
  const go = delayAnswers();
  await user.type(await words(), "grão{Enter}");
  await user.keyboard(SAVE);
  await waitFor(() => expect(sent).toHaveLength(1));
  await user.type(await words(), "vagem{Enter}");
  go();
  await screen.findByText(/salvo/);
  await user.keyboard(SAVE);
  await waitFor(() => expect(sent[1]).toMatchObject({ version: 2, terms: ["sojal", "grão", "vagem"] }));
});

test.each([
  ["a question", "#/catalog/faqs?faq=a", answer, { answer: "Até 30 dias.um;dois;três;" }],
  ["a group", "#/catalog/synonyms?group=7", words, { terms: ["sojal", "um", "dois", "três"] }],
])(
  "%s is saved by its key while a save is under way: once, after its answer, as it is then",
  async (...is) => {
    const [, address, field, expected] = is;
    const { user } = await renderApp(server, address);
    const go = delayAnswers();
    await user.type(await field(), "um;");
    await user.keyboard(SAVE);
    await waitFor(() => expect(sent).toHaveLength(1));
    await user.type(await field(), "dois;");
    await user.keyboard(`${SAVE}${SAVE}`);
    await user.type(await field(), "três;");
    expect(sent).toHaveLength(1);
    go();
    await waitFor(() => expect(sent[1]).toMatchObject({ version: 2, ...expected }));
    await waitFor(() => expect(asksBeforeClosing()).toBe(false));
    expect(sent).toHaveLength(2);
  },
);

test("a new question or group has the focus in its first field, however it is begun", async () => {
  const { user } = await renderApp(server, "#/catalog/faqs");
  const button = await screen.findByRole("button", { name: "Nova pergunta" });
  await user.click(button);
  await waitFor(() => expect(screen.getByRole("textbox", { name: "Pergunta" })).toHaveFocus());
  // It is open already.
  await user.click(button);
  await waitFor(() => expect(screen.getByRole("textbox", { name: "Pergunta" })).toHaveFocus());
  await user.click(screen.getByRole("link", { name: "Sinônimos" }));
  await user.click(await screen.findByRole("button", { name: "Novo grupo" }));
  await waitFor(() => expect(screen.getByRole("textbox", { name: "Nome do grupo" })).toHaveFocus());
});

test.each([
  ["question", "#/catalog/faqs?faq=a", "Pergunta", { question: "Qual o prazo? Um" }],
  ["group", "#/catalog/synonyms?group=7", "Nome do grupo", { name: "soja Um" }],
])(
  "after a reload the first field of a %s has the focus, and its key saves",
  async (_, address, name, stored) => {
    const first = await renderApp(server, address);
    const field = () => screen.findByRole("textbox", { name });
    await first.user.type(await field(), " Um");
    cleanup();
    const { user } = await renderApp(server, address);
    expect(await field()).toHaveFocus();
    await user.keyboard("{Control>}s{/Control}");
    await waitFor(() => expect(sent[0]).toMatchObject(stored));
  },
);
