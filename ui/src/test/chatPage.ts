/** The page of the sales desk over a [`Desk`] whose turns a test plays, for tests of the chat. */
import { screen, waitFor } from "@testing-library/react";
import axe from "axe-core";
import { afterEach, beforeEach, expect } from "vitest";
import { renderApp } from "./app";
import { Desk, reply, step, type Turn } from "./chat";
import { startServer, type TestServer } from "./server";

export type ChatServer = {
  server: TestServer;
  desk: Desk;
  open: (address?: string, language?: "pt-BR" | "en") => ReturnType<typeof renderApp>;
  /** The turn that the page has asked for as the `count`th. */
  turn: (count?: number) => Promise<Turn>;
};

/** Serves each test of the file that calls this. */
export function serveChat(): ChatServer {
  const chat = {
    open: (address = "#/chat", language = "pt-BR") => renderApp(chat.server, address, language),
    turn: async (count = 1) => {
      await waitFor(() => expect(chat.desk.turns).toHaveLength(count));
      const found = chat.desk.turns[count - 1];
      if (!found) throw new Error("no turn");
      return found;
    },
  } as ChatServer;
  beforeEach(async () => {
    chat.desk = new Desk();
    chat.server = await startServer(chat.desk.handler());
  });
  afterEach(async () => {
    await chat.server.close();
    // The content policy allows no inline styles: whatever a test has opened, nothing may have made any.
    expect(document.querySelectorAll("style")).toHaveLength(0);
  });
  return chat;
}

/** Where a question is typed. */
export const box = () => screen.findByRole("textbox", { name: "Sua pergunta" });

/** Everything up to the first words of the answer. */
export function beginAnswer(
  { stream }: Turn,
  ids = { conversationId: "c1", userMessageId: "u1", messageId: "a1" },
) {
  stream.send(step("received", "done", ids));
  stream.send(step("classify", "started"));
  stream.send(step("search", "started"));
  stream.send(step("search", "done", { ms: 6.4 }));
  stream.send(step("classify", "done", { ms: 412 }));
  stream.send({ type: "sources", sources: reply().sources } as { type: string });
  stream.send(step("write", "started"));
}

/** The next words of an answer. */
export const delta = (text: string) => ({ type: "delta", text });
/** The end of a turn. */
export const makeDone = (change: Parameters<typeof reply>[0] = {}) => ({ type: "done", ...reply(change) });

/** The answer in the thread; what is read out stands elsewhere. */
export const inAnswer = (text: string | RegExp) =>
  screen.findByText((_, element) => {
    const own = element?.matches("article p") && element.textContent;
    return typeof own === "string" && (typeof text === "string" ? own === text : text.test(own));
  });

export async function expectAccessible(): Promise<void> {
  const { violations } = await axe.run(document.body, {
    rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
}
