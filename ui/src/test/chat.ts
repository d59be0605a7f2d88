/** A sales desk for tests: conversations, and turns whose events the test sends itself. */
import type {
  ChatResponse,
  ChatSource,
  Conversation,
  ConversationDetail,
  Message,
  SearchRun,
  Stage,
  StageState,
  Trace,
} from "../features/chat/types";
import { healthy } from "./app";
import { hit, item } from "./records";
import type { Answer, EventStream, Handler, ReceivedRequest } from "./server";

const RUN: SearchRun = {
  tool: "searchCatalog",
  query: "fungicida soja",
  resultCount: 2,
  vectorCount: 5,
  lexicalCount: 4,
  ms: 6,
  fallbackReason: null,
};

export function source(mark: number, change: Partial<ChatSource> = {}): ChatSource {
  return {
    mark,
    type: "item",
    id: `item${mark}`,
    externalId: null,
    title: `Produto ${mark}`,
    score: 9.5,
    cited: true,
    category: "Fungicidas",
    manufacturer: "Agro Exemplo",
    price: "389.9",
    currency: "BRL",
    tags: ["soja"],
    snippet: "Fungicida para soja",
    foundBy: "vector+lexical",
    matched: ["soja"],
    ...change,
  };
}

export function reply(change: Partial<ChatResponse> = {}): ChatResponse {
  return {
    conversationId: "c1",
    userMessageId: "u1",
    messageId: "a1",
    answer: "Use o **Produto 1** [1].",
    state: "complete",
    mode: "desk",
    pending: [],
    sources: [source(1), source(2, { cited: false, price: null })],
    cautions: [],
    error: null,
    model: "modelo-exemplo",
    usage: { input: 1200, output: 34, cached: 0, costUsd: 0.0012 },
    ms: 2340,
    firstTokenMs: 640,
    debug: {
      intent: "catalog",
      intentBy: "model",
      plan: { runFaq: true, runCatalog: true },
      llmCalls: [
        {
          purpose: "answer",
          provider: "openrouter",
          model: "modelo-exemplo",
          servedModel: null,
          usage: { input: 1200, output: 34, cached: 0, costUsd: 0.0012 },
          ms: 1900,
          firstTokenMs: 300,
          retries: 0,
          finish: "stop",
          error: null,
          prompt: "answer@00000000",
        },
      ],
      searches: [RUN],
      ragSource: "hybrid",
      rounds: [],
      fallbacks: [],
      traceId: "t1",
    },
    ...change,
  };
}

export function questionMessage(id: string, parentId: string | null, content: string): Message {
  const createdAt = "2026-11-20T10:00:00Z";
  return {
    id,
    parentId,
    role: "user",
    content,
    state: "complete",
    createdAt,
    response: null,
    feedback: null,
  };
}

export function answerMessage(id: string, parentId: string, change: Partial<ChatResponse> = {}): Message {
  const response = reply({ userMessageId: parentId, messageId: id, ...change });
  const { answer: content, state } = response;
  const createdAt = "2026-11-20T10:00:03Z";
  return { id, parentId, role: "assistant", content, state, createdAt, response, feedback: null };
}

export function conversation(id: string, change: Partial<Conversation> = {}): Conversation {
  return {
    id,
    title: `Conversa ${id}`,
    pinned: false,
    messageCount: 2,
    createdAt: "2026-11-20T10:00:00Z",
    updatedAt: "2026-11-20T10:00:00Z",
    excerpt: null,
    ...change,
  };
}

export function step(stage: Stage, state: StageState, change: Record<string, unknown> = {}) {
  return {
    type: "step",
    step: stage,
    state,
    ms: null,
    attempt: null,
    attempts: null,
    conversationId: null,
    userMessageId: null,
    messageId: null,
    ...change,
  };
}

export type Turn = { body: Record<string, unknown>; stream: EventStream };

/** A server with a desk. Turns wait in `turns` until the test plays them. */
export class Desk {
  turns: Turn[] = [];
  details = new Map<string, ConversationDetail>();
  calls: { method: string; path: string; body: Record<string, unknown> }[] = [];

  add(id: string, messages: Message[], change: Partial<Conversation> = {}): void {
    const activeId = messages.at(-1)?.id ?? null;
    this.details.set(id, { conversation: conversation(id, change), messages, activeId });
  }

  handler(special: (request: ReceivedRequest) => Answer | undefined = () => undefined): Handler {
    return healthy((request) => special(request) ?? this.answer(request));
  }

  /** What was asked of an address with a body. */
  sent(method: string, path: string): Record<string, unknown>[] {
    return this.calls.filter((one) => one.method === method && one.path === path).map(({ body }) => body);
  }

  private answer({ method, path, body }: ReceivedRequest): Answer | undefined {
    const address = path.split("?")[0] ?? "";
    const fields = body === "" ? {} : (JSON.parse(body) as Record<string, unknown>);
    this.calls.push({ method, path: address, body: fields });
    if (address === "/api/chat")
      return { events: (stream) => void this.turns.push({ body: fields, stream }) };
    if (address.startsWith("/api/turns/")) return { body: {} };
    if (address === "/api/conversations") return { body: this.list() };
    if (address.startsWith("/api/messages/")) return { body: {} };
    if (address.startsWith("/api/traces/")) return { body: TRACE };
    if (address.endsWith("/images")) return { body: { version: 0, images: [] } };
    if (address.startsWith("/api/catalog/items/")) return { body: item("item1") };
    const [, id = "", restore] = /^\/api\/conversations\/([^/]+)(\/restore)?$/.exec(address) ?? [];
    const detail = this.details.get(id);
    if (!detail) return undefined;
    if (method === "GET") return { body: detail };
    if (method === "DELETE") return { body: { id } };
    if (!restore && typeof fields["title"] === "string") detail.conversation.title = fields["title"];
    return { body: detail.conversation };
  }

  private list() {
    const conversations = [...this.details.values()].map((detail) => detail.conversation);
    return { conversations, total: conversations.length };
  }
}

const withoutRecord = (id: string, parts?: number[]) => ({
  id,
  cut: null,
  hit: { ...hit(item(id), parts), item: null },
});

const TRACE: Trace = {
  id: "t1",
  conversationId: "c1",
  messageId: "a1",
  createdAt: "2026-11-20T10:00:00Z",
  outcome: "answered",
  message: "fungicida?",
  normalized: "fungicida?",
  tokens: ["fungicida"],
  debug: reply().debug,
  prompts: [{ name: "answer", version: "00000000" }],
  calls: [],
  tools: [
    { name: "searchCatalog", arguments: {}, resultCount: 2, payload: "Busca híbrida: Produto 1 | …", ms: 6 },
  ],
  searches: [
    {
      run: RUN,
      request: {},
      profile: {},
      fusion: "relevance",
      embeddingModel: null,
      hits: [
        { id: "item1", score: 5 },
        { id: "item2", score: 1 },
      ],
      candidates: [withoutRecord("item1"), withoutRecord("item2", [1])],
      timings: {},
    },
  ],
  sources: [],
  context: "",
  rawAnswer: "Use o Produto 1 [1] [9].",
  program: "0.1.0",
};
