import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hideToast } from "../../../../components/toast/toasts";
import { healthy, renderApp } from "../../../../test/app";
import { Assistant, decision, person } from "../../../../test/personal";
import { setting } from "../../../../test/records";
import { readDraft, writeDraft } from "../../../../shared/drafts/drafts";
import { holdAnswers, startServer, type TestServer } from "../../../../test/server";

let server: TestServer;
let assistant: Assistant;
/** What was handed to the person: names, and what stands in them. */
let saved: { name: string; content: Promise<string> }[];

beforeEach(async () => {
  saved = [];
  assistant = new Assistant();
  assistant.people = [person("j", "Joaquim <b>"), person("a", "Aparecida")];
  assistant.decisions = [decision("d", "Trator")];
  const entries = [setting("ASSISTANT_PERSONAL", { form: "choice", choices: ["true", "false"] })];
  server = await startServer(
    healthy((request) => (request.path === "/api/config" ? { body: entries } : assistant.answer(request))),
  );
  let content: Blob | null = null;
  URL.createObjectURL = (blob) => {
    content = blob as Blob;
    return "blob:";
  };
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    if (content) saved.push({ name: this.download, content: content.text() });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  hideToast();
  return server.close();
});

async function open() {
  const { user } = await renderApp(server, "#/settings");
  const section = within(await screen.findByRole("region", { name: "Assistente pessoal" }));
  return { user, section };
}

async function openForget() {
  const { user, section } = await open();
  await user.click(await section.findByRole("button", { name: "Apagar para sempre…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Apagar para sempre" }));
  const button = dialog.getByRole("button", { name: "Apagar para sempre" });
  const word = dialog.getByRole("textbox", { name: "Digite “apagar” para confirmar" });
  return { user, dialog, button, word };
}

const listForgets = () =>
  server.received
    .filter(({ path }) => path === "/api/assistant/forget")
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>);

test("all that is kept is saved as one file, and counted", async () => {
  const { user, section } = await open();
  await user.click(await section.findByRole("button", { name: "Exportar tudo" }));
  expect(await screen.findByText("Exportado: 2 pessoas e 1 decisão.")).toBeInTheDocument();
  expect(saved.map(({ name }) => name)).toEqual(["celeiro-personal-2026-05-04.json"]);
  expect(JSON.parse((await saved[0]?.content) ?? "")).toMatchObject({
    version: 1,
    people: [{ name: "Joaquim <b>" }, { name: "Aparecida" }],
    decisions: [{ title: "Trator" }],
  });
});

test("nothing is deleted for good before the word is typed; then all of it is, and counted", async () => {
  const { user, dialog, button, word } = await openForget();
  expect(dialog.getByText(/Não dá para desfazer/)).toBeInTheDocument();
  expect(button).toBeDisabled();
  await user.type(word, "apaga{Enter}");
  expect(listForgets()).toEqual([]);
  await user.clear(word);
  await user.type(word, " APAGAR");
  expect(button).toBeEnabled();
  await user.click(button);
  expect(await screen.findByText("Apagado para sempre: 2 pessoas e 1 decisão.")).toBeInTheDocument();
  expect(listForgets()).toEqual([{}]);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("of one kind alone the others stay; opened again it asks for the word again", async () => {
  const { user, dialog, word } = await openForget();
  await user.click(dialog.getByRole("radio", { name: "Lembretes" }));
  await user.type(word, "apagar{Enter}");
  expect(await screen.findByText("Não havia nada para apagar.")).toBeInTheDocument();
  expect(listForgets()).toEqual([{ kind: "reminders" }]);
  expect(assistant.people).toHaveLength(2);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.click(screen.getByRole("button", { name: "Apagar para sempre…" }));
  expect(await screen.findByRole("textbox", { name: /Digite/ })).toHaveValue("");
});

const NONE = { people: 0, reminders: 0, decisions: 0, metrics: 0, knowledge: 0 };

test("what is typed of it goes too, where the dialog was closed before the answer", async () => {
  const typed = { base: null, draft: { name: "Ana" }, at: "2026-05-04T12:00:00Z" };
  const [ofPerson, ofDecision] = [
    { kind: "person", id: "new" },
    { kind: "decision", id: "new" },
  ] as const;
  writeDraft(ofPerson, typed);
  writeDraft(ofDecision, typed);
  const answer = holdAnswers();
  assistant.special = ({ path }) =>
    path === "/api/assistant/forget" ? { body: { ...NONE, people: 2 }, after: answer.until } : undefined;
  const { user, dialog, word } = await openForget();
  await user.click(dialog.getByRole("radio", { name: "Pessoas" }));
  await user.type(word, "apagar{Enter}");
  await waitFor(() => expect(listForgets()).toHaveLength(1));
  await user.click(dialog.getByRole("button", { name: "Cancelar" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  answer.release();
  expect(await screen.findByText("Apagado para sempre: 2 pessoas.")).toBeInTheDocument();
  expect(readDraft(ofPerson)).toBeNull();
  expect(readDraft(ofDecision)).not.toBeNull();
});

test("a refusal stays in the dialog with its reason", async () => {
  const { user, dialog, word } = await openForget();
  assistant.special = ({ path }) =>
    path === "/api/assistant/forget"
      ? { status: 503, body: { code: "database_busy", message: "Ocupado", details: null } }
      : undefined;
  await user.type(word, "apagar{Enter}");
  expect(await dialog.findByRole("alert")).toBeInTheDocument();
  expect(word).toHaveValue("apagar");
});

test("while the assistant is off it says so in their place", async () => {
  assistant.on = false;
  const { section } = await open();
  expect(await section.findByText(/^Ligue o assistente pessoal para exportar/)).toBeInTheDocument();
  expect(section.queryByRole("button", { name: "Exportar tudo" })).toBeNull();
});
