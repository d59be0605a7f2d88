// @vitest-environment node
import { describe, expect, test } from "vitest";
import { answerMessage, questionMessage, conversation, reply, source, step } from "../../../test/chat";
import type { ChatEvent, ConversationDetail } from "../types";
import { rowsOf, type TurnHead } from "../thread/state/threadRows";
import { stepsOf } from "../trace/steps";
import { applyEvent, beginTurn, failTurn, markStopping, type Turn } from "./turn";

const beginSample = () => beginTurn("op", { message: "oi" }, "oi", 0);
const after = (events: unknown[], turn: Turn = beginSample()) =>
  events.reduce<Turn>((before, event) => applyEvent(before, event as ChatEvent), turn);
const error = { code: "broken_off", message: "", details: null };

describe("a turn under way", () => {
  test("learns its ids, grows its text in order, and keeps one line for each step", () => {
    const turn = after([
      step("received", "done", { conversationId: "c", userMessageId: "u", messageId: "a" }),
      step("classify", "started"),
      step("search", "started"),
      step("classify", "retrying", { attempt: 2 }),
      step("search", "done", { ms: 6 }),
      { type: "sources", sources: [source(1)] },
      { type: "delta", text: "um " },
      { type: "delta", text: "dois" },
    ]);
    expect(turn).toMatchObject({ conversationId: "c", userMessageId: "u", messageId: "a", text: "um dois" });
    expect(turn.steps.map(({ stage, state }) => `${stage} ${state}`)).toEqual([
      "classify retrying",
      "search done",
    ]);
    expect(turn.sources).toHaveLength(1);
  });

  test("ends with the stored answer, which counts, and hears nothing after it", () => {
    const turn = after([
      { type: "delta", text: "com [9]" },
      { type: "done", ...reply({ answer: "sem marca" }) },
      { type: "delta", text: "zu spät" },
      { type: "error", ...error },
    ]);
    expect(turn).toMatchObject({ phase: "done", text: "sem marca", messageId: "a1" });
  });

  test("keeps its text where it fails; where it was being stopped, that is what happened", () => {
    const half = after([{ type: "delta", text: "metade" }]);
    expect(failTurn(half, error)).toMatchObject({ phase: "failed", text: "metade", error });
    expect(failTurn(markStopping(half), error)).toMatchObject({
      phase: "stopped",
      text: "metade",
      error: null,
    });
  });

  test("an event of a kind that is not known says nothing", () => {
    const turn = beginSample();
    expect(after([{ type: "thought", text: "…" }], turn)).toBe(turn);
  });
});

test("the steps of a stored answer come from its calls and searches", () => {
  expect(stepsOf(reply()).map(({ stage, ms }) => `${stage} ${ms}`)).toEqual(["search 6", "write 1900"]);
});

describe("the rows of a thread", () => {
  const detail: ConversationDetail = {
    conversation: conversation("c1"),
    messages: [
      questionMessage("u1", null, "um"),
      answerMessage("a1", "u1"),
      questionMessage("u2", "a1", "dois"),
      answerMessage("a2", "u2"),
    ],
    activeId: "a2",
  };
  const head = (change: Partial<TurnHead>): TurnHead => ({
    id: "op",
    phase: "running",
    request: { conversationId: "c1", message: "três", parentId: "a2" },
    question: "três",
    attachments: [],
    userMessageId: null,
    messageId: null,
    ...change,
  });
  const listRows = (of: ConversationDetail | undefined, turn: TurnHead | null) =>
    rowsOf(of, turn).map((row) => (row.kind === "message" ? row.message.id : row.kind));

  test("without a turn: the open branch", () => {
    expect(listRows(detail, null)).toEqual(["u1", "a1", "u2", "a2"]);
  });
  test("a new message stands at the end, before and after it is stored", () => {
    expect(listRows(detail, head({}))).toEqual(["u1", "a1", "u2", "a2", "sending", "turn"]);
    const stored = { ...detail, messages: [...detail.messages, questionMessage("u3", "a2", "três")] };
    expect(listRows(stored, head({ userMessageId: "u3" }))).toEqual(["u1", "a1", "u2", "a2", "u3", "turn"]);
  });
  test("an edited message hides what came after the old one", () => {
    const edit = head({ request: { conversationId: "c1", message: "x", parentId: "a1" } });
    expect(listRows(detail, edit)).toEqual(["u1", "a1", "sending", "turn"]);
    const first = head({ request: { conversationId: "c1", message: "x", fromStart: true } });
    expect(listRows(detail, first)).toEqual(["sending", "turn"]);
  });
  test("a second answer stands under its question", () => {
    const again = head({ request: { conversationId: "c1", regenerate: "u2" }, userMessageId: "u2" });
    expect(listRows(detail, again)).toEqual(["u1", "a1", "u2", "turn"]);
  });
  test("a conversation that begins", () => {
    expect(listRows(undefined, head({ request: { message: "oi" } }))).toEqual(["sending", "turn"]);
  });
  test("once the answer of a turn is stored, the turn is not shown", () => {
    expect(listRows(detail, head({ phase: "failed", messageId: "a2" }))).toEqual(["u1", "a1", "u2", "a2"]);
    expect(listRows(detail, head({ phase: "running", messageId: "a2" }))).toContain("turn");
  });
  test("a last message without an answer says so", () => {
    const open = { ...detail, messages: detail.messages.slice(0, 3), activeId: "u2" };
    expect(listRows(open, null)).toEqual(["u1", "a1", "u2", "unanswered"]);
  });
});
