// @vitest-environment node
import { QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, test } from "vitest";
import { answerMessage, conversation, questionMessage, reply } from "../../test/chat";
import {
  changeDetail,
  detailKey,
  refreshLists,
  storeAnswer,
  withActive,
  withConversation,
  withMessage,
  type StoredTurn,
} from "./detailCache";
import type { ConversationDetail } from "./types";

let client: QueryClient;
beforeEach(() => {
  client = new QueryClient();
});

const LISTS = ["listConversations", "pt-BR", {}];
const begun: ConversationDetail = {
  conversation: conversation("c1"),
  messages: [questionMessage("u1", null, "Fungicida?"), answerMessage("a1", "u1")],
  activeId: "a1",
};
const detail = () => client.getQueryData<ConversationDetail>(detailKey("c1"));
const isStale = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated;
const turn = (change: Partial<StoredTurn> = {}): StoredTurn => ({
  question: "E para milho?",
  parentId: "a1",
  startedAt: new Date("2026-11-20T10:01:00Z"),
  endedAt: new Date("2026-11-20T10:01:05Z"),
  response: reply({ userMessageId: "u2", messageId: "a2" }),
  ...change,
});

describe("an answer that was stored", () => {
  test("stands behind its question in the conversation, and is the one that is looked at", async () => {
    client.setQueryData(detailKey("c1"), begun);
    await storeAnswer(client, turn());
    expect(detail()?.messages.map(({ id, parentId }) => [id, parentId])).toEqual([
      ["u1", null],
      ["a1", "u1"],
      ["u2", "a1"],
      ["a2", "u2"],
    ]);
    expect(detail()).toMatchObject({
      activeId: "a2",
      conversation: { messageCount: 4, updatedAt: "2026-11-20T10:01:05.000Z" },
    });
    // Nothing of a long conversation is fetched again for it.
    expect(isStale(detailKey("c1"))).toBe(false);
  });

  test("begins a conversation that was not there, whose name the program is asked for", async () => {
    await storeAnswer(client, turn({ parentId: null }));
    expect(detail()).toMatchObject({
      conversation: { id: "c1", title: "E para milho?", createdAt: "2026-11-20T10:01:00.000Z" },
      messages: [{ id: "u2", content: "E para milho?" }, { id: "a2" }],
    });
    expect(isStale(detailKey("c1"))).toBe(true);
  });

  test("that was fetched meanwhile is there once, as the program has just sent it", async () => {
    const fetched = answerMessage("a2", "u2", { answer: "Metade" });
    client.setQueryData(detailKey("c1"), { ...begun, messages: [...begun.messages, fetched] });
    await storeAnswer(
      client,
      turn({ response: reply({ userMessageId: "u2", messageId: "a2", answer: "Tudo" }) }),
    );
    const answers = detail()?.messages.filter(({ id }) => id === "a2");
    expect(answers?.map(({ content }) => content)).toEqual(["Tudo"]);
  });

  test("has the lists of conversations fetched anew", async () => {
    client.setQueryData(LISTS, []);
    client.setQueryData(detailKey("c1"), begun);
    await storeAnswer(client, turn());
    expect(isStale(LISTS)).toBe(true);
  });
});

test("lists are fetched anew without the conversations in them", async () => {
  client.setQueryData(LISTS, []);
  client.setQueryData(detailKey("c1"), begun);
  await refreshLists(client);
  expect([isStale(LISTS), isStale(detailKey("c1"))]).toEqual([true, false]);
});

test("what a person changes of a conversation is changed where it is known, and begins none", () => {
  changeDetail(client, "c1", withActive("u1"));
  expect(detail()).toBeUndefined();
  client.setQueryData(detailKey("c1"), begun);
  changeDetail(client, "c1", withActive("u1"));
  changeDetail(client, "c1", withConversation(conversation("c1", { pinned: true })));
  const rated = {
    ...answerMessage("a1", "u1"),
    feedback: { rating: "up" as const, reasons: [], comment: null },
  };
  changeDetail(client, "c1", withMessage(rated));
  expect(detail()).toMatchObject({
    activeId: "u1",
    conversation: { pinned: true },
    messages: [
      { id: "u1", feedback: null },
      { id: "a1", feedback: { rating: "up" } },
    ],
  });
});
