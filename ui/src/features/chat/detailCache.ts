/**
 * Changes to cached conversations that are known without asking: a conversation of thousands of
 * messages is not fetched again for one more. The list is small and is.
 */
import type { QueryClient } from "@tanstack/react-query";
import { invalidatedTags, invalidateTags } from "../../api/tags";
import { hostLanguage } from "../../host";
import type { ChatResponse, Conversation, ConversationDetail, Message, MessageAttachment } from "./types";

export function detailKey(id: string) {
  return ["getConversation", hostLanguage(), { id }] as const;
}

type Change = (detail: ConversationDetail) => ConversationDetail;

export function changeDetail(client: QueryClient, id: string, change: Change): void {
  client.setQueryData<ConversationDetail>(detailKey(id), (detail) => detail && change(detail));
}

export function withMessage(message: Message): Change {
  return (detail) => ({
    ...detail,
    messages: detail.messages.map((one) => (one.id === message.id ? message : one)),
  });
}

export function withActive(activeId: string): Change {
  return (detail) => ({ ...detail, activeId });
}

export function withConversation(conversation: Conversation): Change {
  return (detail) => ({ ...detail, conversation });
}

/** A turn that has been stored: what was asked, after which message, when, and the answer. */
export type StoredTurn = {
  question: string;
  attachments?: readonly MessageAttachment[];
  parentId: string | null;
  startedAt: Date;
  endedAt: Date;
  response: ChatResponse;
};

/** Adds question and answer to the cached conversation, or begins it; then the list is fetched anew. */
export async function storeAnswer(client: QueryClient, stored: StoredTurn): Promise<void> {
  const key = detailKey(stored.response.conversationId);
  // A fetch that began before the answer was there would put it out again.
  await client.cancelQueries({ queryKey: key });
  const isNew = client.getQueryData(key) === undefined;
  client.setQueryData<ConversationDetail>(key, (detail) => withAnswer(detail ?? newDetail(stored), stored));
  void refreshLists(client);
  // The name of a new conversation is the program's to give.
  if (isNew) void client.invalidateQueries({ queryKey: key });
}

/** Fetches the lists of conversations again, and single ones only when they are next looked at. */
export async function refreshLists(client: QueryClient): Promise<void> {
  await invalidateTags(client, invalidatedTags("chat"), ({ queryKey }) => queryKey[0] !== "getConversation");
}

function newDetail({ question, startedAt, response }: StoredTurn): ConversationDetail {
  const at = startedAt.toISOString();
  return {
    conversation: {
      id: response.conversationId,
      title: question,
      pinned: false,
      messageCount: 0,
      createdAt: at,
      updatedAt: at,
      excerpt: null,
    },
    messages: [],
    activeId: null,
  };
}

function withAnswer(detail: ConversationDetail, stored: StoredTurn): ConversationDetail {
  const { response, question, parentId, startedAt, endedAt } = stored;
  const known = new Set(detail.messages.map(({ id }) => id));
  const asked: Message = {
    id: response.userMessageId,
    parentId,
    role: "user",
    content: question,
    state: "complete",
    createdAt: startedAt.toISOString(),
    response: null,
    feedback: null,
    attachments: [...(stored.attachments ?? [])],
  };
  const answer: Message = {
    id: response.messageId,
    parentId: response.userMessageId,
    role: "assistant",
    content: response.answer,
    state: response.state,
    createdAt: endedAt.toISOString(),
    response,
    feedback: null,
  };
  const messages = [...detail.messages, ...[asked, answer].filter(({ id }) => !known.has(id))];
  return {
    conversation: {
      ...detail.conversation,
      messageCount: messages.length,
      updatedAt: endedAt.toISOString(),
    },
    messages: messages.map((message) => (message.id === answer.id ? answer : message)),
    activeId: answer.id,
  };
}
