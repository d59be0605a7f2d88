/** What the thread shows, from top to bottom: the open branch, and the turn under way after it. */
import type { ChatRequest, ConversationDetail, Message, MessageAttachment } from "../../types";
import { pathTo, treeOf, type Step, type Tree } from "./tree";
import type { Phase } from "../../turn/turn";

export type MessageRow = Step & { kind: "message"; key: string };
export type Row =
  | MessageRow
  /** A message that is being sent. */
  | { kind: "sending"; key: string; text: string; attachments: readonly MessageAttachment[] }
  /** The answer under way, or what is left of a turn that came to nothing. */
  | { kind: "turn"; key: string; turnId: string }
  /** The last message has no answer: the program ended, or another page is asking. */
  | { kind: "unanswered"; key: string; messageId: string };

/** What the thread needs to know of a turn: nothing that changes with every word. */
export type TurnHead = {
  id: string;
  phase: Phase;
  request: ChatRequest;
  question: string;
  attachments: readonly MessageAttachment[];
  userMessageId: string | null;
  messageId: string | null;
};

const NO_TREE = treeOf([]);

export function rowsOf(detail: ConversationDetail | undefined, turn: TurnHead | null): Row[] {
  const tree = detail ? treeOf(detail.messages) : NO_TREE;
  const activeId = detail?.activeId ?? null;
  if (!turn || isStored(tree, turn)) return storedRows(pathTo(tree, activeId));
  const asked = turn.userMessageId === null ? undefined : tree.byId.get(turn.userMessageId);
  const rows: Row[] = (asked ? pathTo(tree, asked.id) : before(tree, turn, activeId)).map(messageRow);
  if (!asked) {
    const { question: text, attachments } = turn;
    rows.push({ kind: "sending", key: `${turn.id}?`, text, attachments });
  }
  rows.push({ kind: "turn", key: turn.id, turnId: turn.id });
  return rows;
}

/** The program has stored an answer for the turn: that is what counts. */
export function isStored({ byId }: Pick<Tree, "byId">, { phase, messageId }: TurnHead): boolean {
  return phase !== "running" && phase !== "stopping" && messageId !== null && byId.has(messageId);
}

function before(tree: Tree, { request, userMessageId }: TurnHead, activeId: string | null): Step[] {
  if (request.parentId) return pathTo(tree, request.parentId);
  if (request.fromStart || !request.conversationId || userMessageId !== null) return [];
  return pathTo(tree, activeId);
}

function storedRows(path: Step[]): Row[] {
  const rows: Row[] = path.map(messageRow);
  const last = path.at(-1)?.message;
  if (last?.role === "user") {
    rows.push({ kind: "unanswered", key: `${last.id}!`, messageId: last.id });
  }
  return rows;
}

function messageRow(step: Step): MessageRow {
  return { ...step, kind: "message", key: step.message.id };
}

/** The last answer on the path, whose sources are shown where none has been chosen. */
export function lastAnswer(rows: readonly Row[]): Message | null {
  const last = rows.findLast((row) => row.kind === "message" && row.message.role === "assistant");
  return last?.kind === "message" ? last.message : null;
}
