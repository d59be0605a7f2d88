import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renderApp } from "../../../test/app";
import { answerMessage, Desk, questionMessage } from "../../../test/chat";
import { startServer, type Answer, type ReceivedRequest, type TestServer } from "../../../test/server";
import type { Action } from "../types";

let server: TestServer;
let desk: Desk;
let action: Action;
beforeEach(async () => {
  desk = new Desk();
  action = statement();
  server = await startServer(desk.handler(answerAction));
});
afterEach(async () => {
  await server.close();
});

/** What the program does with the card, as far as a page can tell. */
function answerAction({ method, path, body }: ReceivedRequest): Answer | undefined {
  if (path.startsWith("/api/config")) return { body: [] };
  const [, verb] = /^\/api\/actions\/k1(?:\/(\w+))?/.exec(path) ?? [null];
  if (!path.startsWith("/api/actions/k1") || verb === "undoable") return undefined;
  if (verb === "confirm") {
    const asked = JSON.parse(body) as { keepsBoth?: number[] };
    desk.calls.push({ method, path, body: asked });
    const decided = { decidedBy: "local", decidedAt: "2026-11-26T12:00:00Z", secondsLeft: 0 };
    action = { ...action, ...decided, state: "executed", keepsBoth: asked.keepsBoth ?? [] };
  }
  return { body: action };
}

/** A statement, and one that is known and seems not to hold with it. */
function statement(): Action {
  const row = (id: string | null, name: string, field: string, from: unknown, to: unknown) => ({
    ...{ write: 0, id, name, field, from, to },
  });
  return {
    ...{ id: "k1", conversationId: "c1", messageId: "a1", tool: "add_knowledge", arguments: {} },
    card: {
      arguments: [],
      changes: [
        row(null, "planto milho", "content", null, "planto milho"),
        row("m1", "planto soja", "state", "active", "contradicted"),
      ],
      ...{ matched: 1, changed: 1, unchanged: 0, problems: 0, buttonOnly: false },
    },
    state: "pending",
    actor: "local",
    createdAt: "2026-11-26T12:00:00Z",
    expiresAt: "2026-11-26T12:05:00Z",
    secondsLeft: 299.5,
    ...{ decidedBy: null, decidedAt: null, operationId: null, correctedBy: null },
  };
}

/** The conversation with the card, and what its row of the known statement says. */
async function openCard() {
  const { id, tool, arguments: given, card, expiresAt, secondsLeft } = action;
  const pending = [{ actionId: id, tool, arguments: given, card, expiresAt, secondsLeft }];
  desk.add("c1", [
    questionMessage("u1", null, "lembra: planto milho"),
    answerMessage("a1", "u1", { mode: "assistant", pending, sources: [], answer: "Confira o cartão." }),
  ]);
  const { user } = await renderApp(server, "#/chat?c=c1", "pt-BR");
  const [confirm] = await screen.findAllByRole("button", { name: "Confirmar (1)" });
  const group = confirm?.closest<HTMLElement>("[role=group]");
  if (!group) throw new Error("no card");
  const shown = within(group);
  const readKnown = () => shown.getByText("planto soja").closest("tr")?.textContent ?? "";
  return { user, shown, readKnown };
}

const BOTH = "Valem os dois: o que já se sabia fica como está";
const listSent = () => desk.calls.filter(({ path }) => path.endsWith("/confirm")).map(({ body }) => body);

test("a statement that goes against something known takes its place unless a person says that both hold", async () => {
  const { user, shown, readKnown } = await openCard();
  const before = readKnown();
  expect(shown.getByRole("checkbox", { name: BOTH })).not.toBeChecked();
  await user.click(shown.getByRole("button", { name: "Confirmar (1)" }));
  await waitFor(() => expect(shown.queryByText(/Valem os dois/)).toBeNull());
  expect(listSent()).toEqual([{}]);
  expect(readKnown()).toBe(before);
});

test("where both hold the card says so before and after, and what is known stays", async () => {
  const { user, shown, readKnown } = await openCard();
  const before = readKnown();
  await user.click(shown.getByRole("checkbox", { name: BOTH }));
  const kept = readKnown();
  expect(before).toBe("planto sojaEstadovalenão vale mais");
  expect(kept).toBe("planto sojaEstadovale (fica como está)");
  expect(shown.getByText(/sim na conversa troca/)).toBeInTheDocument();
  await user.click(shown.getByRole("button", { name: "Confirmar (1)" }));
  await waitFor(() => expect(listSent()).toEqual([{ keepsBoth: [0] }]));
  expect(await shown.findByText("Valem os dois: o que já se sabia ficou como estava.")).toBeInTheDocument();
  expect(readKnown()).toBe(kept);
  expect(shown.queryByRole("checkbox")).toBeNull();
});

test("a card of something else asks nothing of the kind", async () => {
  action = { ...action, tool: "update_person" };
  const { shown } = await openCard();
  expect(shown.queryByRole("checkbox")).toBeNull();
});
