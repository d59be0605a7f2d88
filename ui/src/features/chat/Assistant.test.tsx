import { screen, waitFor, within } from "@testing-library/react";
import axe from "axe-core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renderApp } from "../../test/app";
import { answerMessage, Desk, questionMessage, reply, step } from "../../test/chat";
import type { Answer, ReceivedRequest } from "../../test/server";
import { startServer, type TestServer } from "../../test/server";
import type { Action, PendingAction } from "./types";

let server: TestServer;
let desk: Desk;
let actions: Map<string, Action>;
beforeEach(async () => {
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
  if (path.startsWith("/api/operations/"))
    return { body: { operation: { undoable: true }, changes: [], total: 0 } };
  const [, id = "", verb] = /^\/api\/actions\/([^/?]+)(?:\/(\w+))?/.exec(path) ?? [];
  const action = actions.get(id);
  if (!action) return undefined;
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

const NO_RECORD = { id: "", name: "" };

function waiting(change: Partial<Action> = {}): Action {
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
  const pending = [pendingOf(waiting(change))];
  desk.add("c1", [
    questionMessage("u1", null, "sobe 5% os herbicidas"),
    answerMessage("a1", "u1", { mode: "assistant", pending, sources: [], answer: "Confira o cartão." }),
  ]);
  return renderApp(server, "#/chat?c=c1", language);
}

const card = () => screen.findByRole("group", { name: "Mudar preços?" });

test("rounds and cards are shown as they happen, and the answer says which mode made it", async () => {
  const action = waiting();
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
