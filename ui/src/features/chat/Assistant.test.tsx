import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import axe from "axe-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renderApp } from "../../test/app";
import { answerMessage, Desk, questionMessage, reply, step } from "../../test/chat";
import { status } from "../../test/records";
import {
  holdAnswers,
  startServer,
  type Answer,
  type ReceivedRequest,
  type TestServer,
} from "../../test/server";
import type { Data } from "../../api/command";
import type { Action, PendingAction } from "./types";

let server: TestServer;
let desk: Desk;
let actions: Map<string, Action>;
let undone: boolean;
beforeEach(async () => {
  undone = false;
  desk = new Desk();
  actions = new Map();
  server = await startServer(desk.handler(answerAction));
});
afterEach(async () => {
  await server.close();
  expect(document.querySelectorAll("style")).toHaveLength(0);
});

/** What the program does with a card, as far as a page can tell. */
function answerAction({ method, path, body }: ReceivedRequest): Answer | undefined {
  if (path.startsWith("/api/config")) return { body: [] };
  if (path === "/api/actions/undo") return answerUndo(JSON.parse(body) as Record<string, unknown>);
  const [, id = "", verb] = /^\/api\/actions\/([^/?]+)(?:\/(\w+))?/.exec(path) ?? [];
  const action = actions.get(id);
  if (!action) return undefined;
  if (verb === "undoable") return { body: undoableOf(action) };
  desk.calls.push({ method, path, body: body === "" ? {} : (JSON.parse(body) as Record<string, unknown>) });
  const decided = { decidedBy: "local", decidedAt: "2026-11-26T12:00:00Z", secondsLeft: 0 };
  if (verb === "confirm") actions.set(id, { ...action, ...decided, state: "executed", operationId: id });
  if (verb === "reject") actions.set(id, { ...action, ...decided, state: "rejected" });
  if (verb === "correct") {
    const next = { ...action, id: "k2", arguments: { percent: 4 } };
    actions.set("k2", next);
    actions.set(id, { ...action, ...decided, state: "corrected", correctedBy: "k2" });
    return { body: next };
  }
  return { body: actions.get(id) };
}

/** Of the answer this write and another one, of which a person has changed one record since. */
function answerUndo(asked: Record<string, unknown>): Answer {
  desk.calls.push({ method: "POST", path: "/api/actions/undo", body: asked });
  const none = {
    operationId: null,
    deleted: 0,
    conflicts: [],
    conflictCount: 0,
    untouchable: [],
    untouchableCount: 0,
  };
  const conflict = {
    kind: "items" as const,
    ...{ recordId: "i1", name: "Herbicida 1", field: "price", from: 100, to: 105, now: 99 },
    ...{ changedBy: "bia", changedAt: "2026-11-26T12:30:00Z", operationId: "o9" },
  };
  const part = { tool: "set_price", confirmedBy: "local", confirmedAt: "2026-11-26T12:00:00Z" };
  const body = {
    by: "local",
    parts: [
      { ...part, actionId: "k1", state: "done", undo: { ...none, undone: 20 } },
      {
        ...part,
        ...{ actionId: "k0", state: "conflict" },
        undo: { ...none, undone: 0, conflicts: [conflict], conflictCount: 1 },
      },
      { ...part, actionId: "k9", state: "already", undo: null },
    ],
    ...{ actions: 1, already: 1, undone: 20, deleted: 0, conflictCount: 1, untouchableCount: 0 },
  } satisfies Data<"undoActions">;
  if (asked["dryRun"] !== true) undone = asked["redo"] !== true;
  return { body };
}

function undoableOf({ id }: Action): Data<"getUndoable"> {
  const [open, done] = undone ? [0, 1] : [1, 0];
  return {
    ...{ actionId: id, operationId: id, undoneBy: undone ? "u1" : null, day: "2026-11-26" },
    ...{ undoable: !undone, whyNot: undone ? "undone" : null },
    scopes: [
      { scope: "action", undoable: open, undone: done },
      { scope: "turn", undoable: open + 1, undone: done },
      { scope: "conversation", undoable: open + 2, undone: done },
      { scope: "day", undoable: open + 3, undone: done },
    ],
  };
}

const NO_RECORD = { id: "", name: "" };

function waitingAction(change: Partial<Action> = {}): Action {
  const rows = [1, 2, 3, 4, 5, 6, 7].map((at) => ({
    ...NO_RECORD,
    id: `i${at}`,
    name: `Herbicida ${at}`,
    field: "price",
    from: 100 * at,
    to: 105 * at,
  }));
  const person = { kind: "person", label: null } as const;
  const action: Action = {
    id: "k1",
    conversationId: "c1",
    messageId: "a1",
    tool: "set_price",
    arguments: { selection: { category: "Herbicidas" }, percent: 5 },
    card: {
      arguments: [
        { name: "selection.category", value: "Herbicidas", label: null, origin: person, caution: false },
        {
          name: "percent",
          value: 5,
          label: null,
          origin: { kind: "catalog", label: "Bula do Capinorte" },
          caution: true,
        },
      ],
      changes: rows,
      matched: 20,
      changed: 20,
      unchanged: 0,
      problems: 0,
      buttonOnly: true,
    },
    state: "pending",
    actor: "local",
    createdAt: "2026-11-26T12:00:00Z",
    expiresAt: "2026-11-26T12:05:00Z",
    secondsLeft: 299.5,
    decidedBy: null,
    decidedAt: null,
    operationId: null,
    correctedBy: null,
    ...change,
  };
  actions.set(action.id, action);
  return action;
}

function pendingOf({ id, tool, arguments: given, card, expiresAt, secondsLeft }: Action): PendingAction {
  return { actionId: id, tool, arguments: given, card, expiresAt, secondsLeft };
}

/** A conversation whose last answer has a card. */
async function openWithCard(change: Partial<Action> = {}, language: "pt-BR" | "en" = "pt-BR") {
  const pending = [pendingOf(waitingAction(change))];
  desk.add("c1", [
    questionMessage("u1", null, "sobe 5% os herbicidas"),
    answerMessage("a1", "u1", { mode: "assistant", pending, sources: [], answer: "Confira o cartão." }),
  ]);
  return renderApp(server, "#/chat?c=c1", language);
}

const card = () => screen.findByRole("group", { name: "Mudar preços?" });

test("rounds and cards are shown as they happen, and the answer says which mode made it", async () => {
  const action = waitingAction();
  const { user } = await renderApp(server, "#/chat", "pt-BR");
  await user.click(await screen.findByRole("radio", { name: "Assistente" }));
  await user.type(await screen.findByRole("textbox", { name: "Sua pergunta" }), "sobe 5%{Enter}");
  await waitFor(() => expect(desk.turns).toHaveLength(1));
  const [turn] = desk.turns;
  if (!turn) throw new Error("no turn");
  expect(turn.body).toMatchObject({ message: "sobe 5%", mode: "assistant" });
  turn.stream.send(step("received", "done", { conversationId: "c1", userMessageId: "u1", messageId: "a1" }));
  const call = { id: "x", name: "catalog_search", arguments: { vector_query: "<b>herbicidas</b>" } };
  turn.stream.send({ type: "tool_calls", iteration: 1, toolCalls: [call] } as { type: string });
  expect(await screen.findByText("Busca no catálogo")).toBeInTheDocument();
  expect(screen.getByText("<b>herbicidas</b>")).toBeInTheDocument();
  const result = { id: "x", name: "catalog_search", outcome: "ok", resultCount: 10, ms: 4 };
  turn.stream.send({ type: "tool_results", iteration: 1, results: [result] } as { type: string });
  expect(await screen.findByText("10 resultados")).toBeInTheDocument();
  turn.stream.send({ type: "pending", ...pendingOf(action) });
  expect(await card()).toBeInTheDocument();
  const rounds = [{ iteration: 1, toolCalls: [call], results: [result] }];
  const done = reply({ mode: "assistant", pending: [pendingOf(action)], answer: "Confira o cartão." });
  turn.stream.send({ type: "done", ...done, debug: { ...done.debug, rounds } } as { type: string });
  turn.stream.end();
  expect(await screen.findByText("Respondido em 2,3 s")).toBeInTheDocument();
  expect(screen.getAllByText("Assistente").some((one) => one.closest("ul") !== null)).toBe(true);
});

test("a card shows every argument, its origin, what becomes different, and what it warns of", async () => {
  const { user } = await openWithCard();
  const shown = within(await card());
  expect(shown.getByText("Herbicidas")).toBeInTheDocument();
  expect(shown.getByText("das suas palavras")).toBeInTheDocument();
  expect(shown.getByText("Bula do Capinorte")).toBeInTheDocument();
  expect(shown.getByText("Herbicida 5")).toBeInTheDocument();
  expect(shown.queryByText("Herbicida 6")).toBeNull();
  await user.click(shown.getByRole("button", { name: "e mais 2 linhas" }));
  expect(shown.getByText("Herbicida 7")).toBeInTheDocument();
  expect(shown.getByText("e mais 13 registros")).toBeInTheDocument();
  expect(shown.getByRole("timer")).toHaveTextContent(/^(5:00|4:\d\d) para decidir$/);
  const { violations } = await axe.run(document.body, {
    rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map(({ id }) => id)).toEqual([]);
});

test("the button confirms, and what was done can be undone", async () => {
  const { user } = await openWithCard();
  await user.click(within(await card()).getByRole("button", { name: "Confirmar (20)" }));
  expect(
    await screen.findByText(/Feito pelo assistente, confirmado por alguém neste computador/),
  ).toBeInTheDocument();
  expect(desk.calls.filter(({ path }) => path === "/api/actions/k1/confirm")).toHaveLength(1);
  await waitFor(() => expect(screen.getByRole("button", { name: "Desfazer" })).toBeEnabled());
  expect(screen.queryByRole("button", { name: /Confirmar/ })).toBeNull();
});

const EXECUTED = {
  state: "executed",
  secondsLeft: 0,
  decidedBy: "local",
  decidedAt: "2026-11-26T12:00:00Z",
  operationId: "k1",
} as const;
/** Opens the menu of the way back, once it is known what there is to take back. */
async function openUndoMenu(user: UserEvent, name: string) {
  const button = await screen.findByRole("button", { name });
  await waitFor(() => expect(button).toBeEnabled());
  await user.click(button);
}
const undos = () => desk.calls.filter(({ path }) => path === "/api/actions/undo").map(({ body }) => body);

test("a write is undone with those of its answer, once it was shown what that does", async () => {
  const { user } = await openWithCard(EXECUTED);
  await openUndoMenu(user, "Desfazer");
  expect((await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent)).toEqual([
    "Só esta mudança",
    "Tudo desta resposta: 2 mudanças",
    "Tudo desta conversa: 3 mudanças",
    "Tudo o que confirmei em 26 de nov. de 2026: 4 mudanças",
  ]);
  await user.click(screen.getByRole("menuitem", { name: /desta resposta/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Desfazer o que o assistente fez?" }));
  expect(await dialog.findByRole("status")).toHaveTextContent(
    "Seria desfeita 1 mudança. 20 registros mudariam. 1 mudança já foi desfeita.",
  );
  expect(dialog.getByText("fica: tudo mudou depois")).toBeInTheDocument();
  // The kinds of writes have two genders: the words after them have none.
  expect(dialog.getAllByText(/^alguém neste computador confirmou, 26 de nov/)).toHaveLength(2);
  expect(dialog.getByText("Herbicida 1")).toBeInTheDocument();
  expect(dialog.getByText(/^bia, 26 de nov/)).toBeInTheDocument();
  const asked = { scope: "turn", id: "a1", redo: false };
  expect(undos()).toEqual([{ ...asked, dryRun: true }]);
  const { violations } = await axe.run(document.body, {
    rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map(({ id }) => id)).toEqual([]);
  await waitFor(() => expect(dialog.getByRole("button", { name: "Desfazer" })).toHaveFocus());
  await user.click(dialog.getByRole("button", { name: "Desfazer" }));
  expect(await screen.findByText("1 mudança desfeita. 1 campo mudou depois e fica.")).toBeInTheDocument();
  expect(undos().at(-1)).toEqual({ ...asked, operationId: expect.any(String) as string });
  expect(await screen.findByText("Desfeito")).toBeInTheDocument();
});

test("what was just undone is not offered to be done again, however late the page is fetched again", async () => {
  const counts = holdAnswers();
  server.handle(
    desk.handler((request) =>
      request.path === "/api/health" && undone
        ? { body: status, after: counts.until }
        : answerAction(request),
    ),
  );
  const { user } = await openWithCard(EXECUTED);
  await openUndoMenu(user, "Desfazer");
  await user.click(await screen.findByRole("menuitem", { name: /desta resposta/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Desfazer o que o assistente fez?" }));
  await dialog.findByRole("status");
  await user.click(dialog.getByRole("button", { name: "Desfazer" }));
  expect(await screen.findByText(/^1 mudança desfeita\./)).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await screen.findByText("Desfeito")).toBeInTheDocument();
  expect(undos().filter(({ dryRun }) => dryRun === true)).toHaveLength(1);
  counts.release();
});

test("what was undone can be had again, and a day is that of the person's clock", async () => {
  undone = true;
  const { user } = await openWithCard(EXECUTED, "en");
  expect(await screen.findByText("Undone")).toBeInTheDocument();
  await openUndoMenu(user, "Redo");
  await user.click(
    await screen.findByRole("menuitem", { name: "All that I confirmed on Nov 26, 2026: 1 change" }),
  );
  const dialog = within(await screen.findByRole("dialog", { name: "Redo what the assistant did?" }));
  expect(await dialog.findByText("counts again")).toBeInTheDocument();
  await user.click(dialog.getByRole("button", { name: "Redo" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Undo" })).toBeEnabled());
  const offsetMinutes = -new Date("2026-11-26T12:00:00Z").getTimezoneOffset() || 0;
  expect(undos().at(-1)).toMatchObject({
    scope: "day",
    day: "2026-11-26",
    offsetMinutes,
    mine: true,
    redo: true,
  });
});

test("a correction puts another card in its place", async () => {
  const { user } = await openWithCard();
  await user.click(within(await card()).getByRole("button", { name: "Corrigir" }));
  const amount = screen.getByRole("textbox", { name: "Mudança" });
  await user.clear(amount);
  await user.type(amount, "4{Enter}");
  expect(await screen.findByText("Corrigido: outro cartão toma o lugar.")).toBeInTheDocument();
  expect(desk.calls.find(({ path }) => path === "/api/actions/k1/correct")?.body).toEqual({
    arguments: { percent: 4 },
  });
  await waitFor(() => expect(screen.getAllByRole("group", { name: "Mudar preços?" })).toHaveLength(2));
});

test("a rejected card is over", async () => {
  const { user } = await openWithCard();
  await user.click(within(await card()).getByRole("button", { name: "Rejeitar" }));
  expect(await screen.findByText("Rejeitado: nada foi mudado.")).toBeInTheDocument();
});

test.each([
  ["expired", "The time to decide is over: nothing was changed."],
  ["conflict", "The records were changed meanwhile: nothing was done."],
  ["superseded", "The question was answered again: this card no longer counts, and nothing was changed."],
] as const)("a card that is %s says so and offers nothing", async (state, said) => {
  await openWithCard({ state, secondsLeft: 0 }, "en");
  expect(await screen.findByText(said)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /Confirm|Reject/ })).toBeNull();
});

test("the mode of a conversation is that of its last answer, and a choice is kept", async () => {
  const { user } = await openWithCard();
  await card();
  await waitFor(() => expect(screen.getByRole("radio", { name: "Assistente" })).toBeChecked());
  await user.click(screen.getByRole("radio", { name: "Balcão" }));
  await user.type(await screen.findByRole("textbox", { name: "Sua pergunta" }), "e o preço?{Enter}");
  await waitFor(() => expect(desk.turns).toHaveLength(1));
  expect(desk.turns[0]?.body).toMatchObject({ mode: "desk" });
});

/** Three writes on one card, as another program or the assistant proposes them together. */
function severalWrites(change: Partial<Action> = {}): Partial<Action> {
  const person = { kind: "person", label: null } as const;
  const counts = { matched: 1, changed: 1, unchanged: 0, problems: 0 };
  const argument = (write: number, name: string, value: unknown) => ({
    ...{ write, name, value, label: null, origin: person, caution: false },
  });
  const row = (write: number, name: string, field: string, to: unknown) => ({
    ...{ write, id: write === 2 ? null : `i${write}`, name, field, from: null, to },
  });
  return {
    tool: "several_writes",
    arguments: {
      writes: [
        { tool: "set_price", arguments: { item: "i0", price: 500 } },
        { tool: "update_item", arguments: { item: "i1", notes: "Em falta" } },
        { tool: "create_faq", arguments: { question: "Abre?", answer: "Sim." } },
      ],
    },
    card: {
      writes: [
        { ...counts, tool: "set_price" },
        { ...counts, tool: "update_item" },
        { ...counts, tool: "create_faq" },
      ],
      arguments: [
        argument(0, "price", 500),
        argument(1, "notes", "Em falta"),
        argument(2, "question", "Abre?"),
      ],
      changes: [
        row(0, "Azocipra", "price", 500),
        row(1, "Tebuvigor", "notes", "Em falta"),
        row(2, "Abre?", "question", "Abre?"),
      ],
      ...{ matched: 3, changed: 3, unchanged: 0, problems: 0, buttonOnly: false },
    },
    ...change,
  };
}
const several = () => screen.findByRole("group", { name: "Fazer estas 3 mudanças?" });
const listBodies = (verb: string) =>
  desk.calls.filter(({ path }) => path === `/api/actions/k1/${verb}`).map(({ body }) => body);

test("several writes are one card, confirmed as one without those that are left out", async () => {
  const { user } = await openWithCard(severalWrites());
  const shown = within(await several());
  const parts = shown.getAllByRole("listitem").map((part) => within(part));
  expect(parts).toHaveLength(3);
  expect(parts[0]?.getByText("Azocipra")).toBeInTheDocument();
  expect(parts[1]?.queryByText("Azocipra")).toBeNull();
  expect(shown.getByRole("button", { name: "Confirmar (3)" })).toBeEnabled();
  expect(shown.getByRole("button", { name: "Rejeitar tudo" })).toBeEnabled();
  const { violations } = await axe.run(document.body, {
    rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map(({ id }) => id)).toEqual([]);
  const wordsDoAll = /um sim na conversa faz tudo/;
  expect(shown.queryByText(wordsDoAll)).toBeNull();
  for (const name of ["1. Mudança de preço", "2. Mudança de um item", "3. Nova pergunta"])
    await user.click(shown.getByRole("checkbox", { name }));
  expect(shown.getByRole("button", { name: "Confirmar (0)" })).toBeDisabled();
  await user.click(shown.getByRole("checkbox", { name: "1. Mudança de preço" }));
  await user.click(shown.getByRole("checkbox", { name: "3. Nova pergunta" }));
  expect(shown.getAllByText("fica de fora")).toHaveLength(1);
  expect(shown.getByText(wordsDoAll)).toBeInTheDocument();
  await user.click(shown.getByRole("button", { name: "Confirmar (2)" }));
  await waitFor(() => expect(listBodies("confirm")).toEqual([{ without: [1] }]));
});

test("of several writes one is corrected, its texts as well as its amounts", async () => {
  const { user } = await openWithCard(severalWrites());
  const shown = within(await several());
  expect(shown.getAllByRole("button", { name: /^Corrigir/ })).toHaveLength(3);
  await user.click(shown.getByRole("button", { name: "Corrigir: 3. Nova pergunta" }));
  const question = shown.getByRole("textbox", { name: "3. Pergunta" });
  expect(shown.getByRole("button", { name: "Novo cartão" })).toBeDisabled();
  await user.type(question, "{Escape}");
  await user.click(shown.getByRole("button", { name: "Corrigir: 1. Mudança de preço" }));
  const box = shown.getByRole("textbox", { name: "1. Novo preço" });
  await user.clear(box);
  await user.type(box, "510");
  await user.click(shown.getByRole("button", { name: "Novo cartão" }));
  await waitFor(() => expect(listBodies("correct")).toEqual([{ write: 0, arguments: { price: 510 } }]));
});

test("a part of a selection is corrected on its card", async () => {
  const { user } = await openWithCard();
  await user.click(within(await card()).getByRole("button", { name: "Corrigir" }));
  const category = screen.getByRole("textbox", { name: "Categoria" });
  await user.clear(category);
  await user.type(category, "Fungicidas{Enter}");
  await waitFor(() =>
    expect(listBodies("correct")).toEqual([{ arguments: { selection: { category: "Fungicidas" } } }]),
  );
});

test("what was left out is marked on a card that ran", async () => {
  await openWithCard(severalWrites({ ...EXECUTED, leftOut: [1] }));
  const shown = within(await several());
  const parts = shown.getAllByRole("listitem");
  expect(parts.map((part) => part.textContent.includes("fica de fora"))).toEqual([false, true, false]);
  expect(shown.queryByRole("checkbox")).toBeNull();
});

test("who proposed a card of another program is told as text", async () => {
  const { card: counted, ...rest } = waitingAction();
  await openWithCard({ ...rest, actor: "bia", card: { ...counted, proposedBy: "<b>Claude</b>" } });
  expect(await screen.findByText("Veio com a conta de bia.")).toBeInTheDocument();
  expect(within(await card()).getByText("<b>Claude</b>")).toBeInTheDocument();
});

test("proposals of other programs are told above the conversation and decided in a dialog", async () => {
  const action = waitingAction({ conversationId: null, messageId: null });
  const listPending = () => [...actions.values()].filter(({ state }) => state === "pending");
  await server.close();
  server = await startServer(
    desk.handler((request) =>
      request.path.startsWith("/api/actions?") ? { body: listPending() } : answerAction(request),
    ),
  );
  const { user } = await renderApp(server, "#/chat", "pt-BR");
  expect(await screen.findByText("1 mudança proposta por outro programa espera você.")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Ver" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Propostas de outros programas" }));
  await user.click(await dialog.findByRole("button", { name: "Confirmar (20)" }));
  expect(await dialog.findByText(/Feito pelo assistente/)).toBeInTheDocument();
  expect(actions.get(action.id)?.state).toBe("executed");
  await waitFor(() => expect(screen.queryByText(/espera você/)).toBeNull());
});
