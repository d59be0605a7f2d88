/**
 * The sales desk on the wire, as crates/domain/src/chat declares it: the types, the commands, and
 * their addresses over HTTP. The one place that knows these shapes: once the generator writes them
 * into `bindings.ts`, this file re-exports its types, and api/commandList.ts takes nothing from here.
 */
import { invoke, type Channel } from "@tauri-apps/api/core";
import type { AppError } from "../../host/errors";

export type Role = "user" | "assistant";
export type MessageState = "complete" | "stopped" | "interrupted" | "composed";
export type Rating = "up" | "down";
export type FeedbackReason = "wrong-item" | "missing-item" | "wrong-statement" | "other";
export type Feedback = { rating: Rating; reason: FeedbackReason | null; note: string | null };

export type Conversation = {
  id: string;
  title: string;
  pinned: boolean;
  messageCount: number;
  createdAt: string;
  updatedAt: string;
  excerpt: string | null;
};

export type Message = {
  id: string;
  parentId: string | null;
  role: Role;
  content: string;
  state: MessageState;
  createdAt: string;
  response: ChatResponse | null;
  feedback: Feedback | null;
};

export type ConversationDetail = {
  conversation: Conversation;
  messages: Message[];
  activeId: string | null;
};

export type HistoryMessage = { role: Role; content: string };

/** All but what is asked may be left out; crates/domain/src/chat/request.rs says what that means. */
export type ChatRequest = {
  message?: string;
  history?: HistoryMessage[] | null;
  conversationId?: string | null;
  parentId?: string | null;
  fromStart?: boolean;
  regenerate?: string | null;
  operationId?: string | null;
  stream?: boolean;
};

/** Longest message, in characters (Unicode scalar values). */
export const MAX_MESSAGE_CHARS = 8_000;

export type SourceKind = "item" | "faq";
export type ChatSource = {
  mark: number;
  type: SourceKind;
  id: string;
  externalId: string | null;
  title: string;
  score: number;
  cited: boolean;
  category: string | null;
  manufacturer: string | null;
  /** A decimal number as text. */
  price: string | null;
  currency: string | null;
  tags: string[];
  snippet: string;
  /** `lexical`, `vector` or `vector+lexical`. */
  foundBy: string;
  matched: string[];
};

export type CautionKind =
  "unsupported-price" | "unsupported-dose" | "unsupported-registration" | "unknown-source";
export type Caution = { kind: CautionKind; sentence: string; claim: string };

export type TokenUsage = { input: number; output: number; cached: number; costUsd: number | null };
export type LlmCall = {
  purpose: string;
  provider: string;
  model: string;
  servedModel: string | null;
  usage: TokenUsage;
  ms: number;
  firstTokenMs: number | null;
  retries: number;
  finish: string | null;
  error: string | null;
  prompt: string;
};
export type ScoredId = { id: string; score: number };
export type SearchRun = {
  tool: string;
  query: string;
  resultCount: number;
  vectorCount: number;
  lexicalCount: number;
  ms: number;
  fallbackReason: "embedding-disabled" | "embedding-generation-failed" | "vector-query-error" | null;
};
export type Fallback = { stage: string; reason: string; instead: string };
export type Intent = "greeting" | "catalog" | "faq" | "general" | "off-topic";
export type SearchPlan = { runFaq: boolean; runCatalog: boolean };
export type ChatDebug = {
  intent: Intent;
  /** `rules` or `model`. */
  intentBy: string;
  plan: SearchPlan;
  llmCalls: LlmCall[];
  searches: SearchRun[];
  ragSource: string;
  fallbacks: Fallback[];
  traceId: string;
};
export type Failed = { code: string; message: string; details: unknown };

export type ChatResponse = {
  conversationId: string;
  userMessageId: string;
  messageId: string;
  answer: string;
  state: MessageState;
  sources: ChatSource[];
  cautions: Caution[];
  error: Failed | null;
  model: string | null;
  usage: TokenUsage;
  ms: number;
  firstTokenMs: number | null;
  debug: ChatDebug;
};

export type Stage = "received" | "summarize" | "classify" | "search" | "write";
export type StageState = "started" | "retrying" | "done" | "skipped" | "failed";
export type StepEvent = {
  type: "step";
  step: Stage;
  state: StageState;
  ms: number | null;
  attempt: number | null;
  conversationId: string | null;
  userMessageId: string | null;
  messageId: string | null;
};
export type ChatEvent =
  | StepEvent
  | { type: "sources"; sources: ChatSource[] }
  | { type: "delta"; text: string }
  | ({ type: "done" } & ChatResponse)
  | ({ type: "error" } & Failed);

export type TraceOutcome = "answered" | "composed" | "stopped" | "failed";
export type TraceCall = { call: LlmCall; system: string; user: string; output: string };
export type ToolRun = {
  name: string;
  arguments: unknown;
  resultCount: number;
  payload: string;
  ms: number;
};
export type TraceSearch = {
  run: SearchRun;
  request: unknown;
  profile: unknown;
  fusion: string;
  embeddingModel: string | null;
  hits: ScoredId[];
  candidates: unknown[];
  timings: unknown;
};
export type Trace = {
  id: string;
  conversationId: string | null;
  messageId: string | null;
  createdAt: string;
  outcome: TraceOutcome;
  message: string;
  normalized: string;
  tokens: string[];
  debug: ChatDebug;
  prompts: { name: string; version: string }[];
  calls: TraceCall[];
  tools: ToolRun[];
  searches: TraceSearch[];
  sources: ChatSource[];
  context: string;
  rawAnswer: string;
  program: string;
};

export type ListConversations = { text?: string | null; offset?: number | null; limit?: number | null };
export type ConversationPage = { conversations: Conversation[]; total: number };
export type UpdateConversation = {
  id: string;
  title?: string | null;
  pinned?: boolean | null;
  activeId?: string | null;
  operationId?: string | null;
};
export type SetFeedback = { id: string; feedback: Feedback | null };
type ById = { id: string };
type WriteById = { id: string; operationId?: string | null };
type StopTurn = { operationId: string };

type Outcome<T> = Promise<{ status: "ok"; data: T } | { status: "error"; error: AppError }>;

/** As the generator writes them: a refusal is a value, a fault of the program an exception. */
async function outcome<T>(result: Promise<T>): Outcome<T> {
  try {
    return { status: "ok", data: await result };
  } catch (cause) {
    if (cause instanceof Error) throw cause;
    return { status: "error", error: cause as AppError };
  }
}

export const chatCommands = {
  listConversations: (req: ListConversations) =>
    outcome<ConversationPage>(invoke("list_conversations", { req })),
  getConversation: (req: ById) => outcome<ConversationDetail>(invoke("get_conversation", { req })),
  updateConversation: (req: UpdateConversation) =>
    outcome<Conversation>(invoke("update_conversation", { req })),
  deleteConversation: (req: WriteById) => outcome<ById>(invoke("delete_conversation", { req })),
  restoreConversation: (req: WriteById) => outcome<Conversation>(invoke("restore_conversation", { req })),
  setFeedback: (req: SetFeedback) => outcome<Message>(invoke("set_feedback", { req })),
  stopTurn: (req: StopTurn) => outcome<Record<string, never>>(invoke("stop_turn", { req })),
  getTrace: (req: ById) => outcome<Trace>(invoke("get_trace", { req })),
};

/** Commands that answer in events; their promise ends after the last one. */
export const chatStreams = {
  chat: (req: ChatRequest, events: Channel<ChatEvent>) => outcome<null>(invoke("chat", { req, events })),
};

type Meta = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  access: "member";
  provides: "conversations"[];
  invalidates: "conversations"[];
};

export const chatMeta: Record<string, Meta> = {
  chat: route("POST", "/api/chat", [], ["conversations"]),
  listConversations: route("GET", "/api/conversations", ["conversations"]),
  getConversation: route("GET", "/api/conversations/{id}", ["conversations"]),
  updateConversation: route("PUT", "/api/conversations/{id}", [], ["conversations"]),
  deleteConversation: route("DELETE", "/api/conversations/{id}", [], ["conversations"]),
  restoreConversation: route("POST", "/api/conversations/{id}/restore", [], ["conversations"]),
  setFeedback: route("PUT", "/api/messages/{id}/feedback", [], ["conversations"]),
  stopTurn: route("POST", "/api/turns/{operationId}/stop", []),
  getTrace: route("GET", "/api/traces/{id}", []),
};

function route(
  method: Meta["method"],
  path: string,
  provides: Meta["provides"],
  invalidates: Meta["invalidates"] = [],
): Meta {
  return { method, path, access: "member", provides, invalidates };
}
