/**
 * The turns under way, apart from any page: leaving the page does not stop an answer. Events are
 * taken as they come; who watches is told once a frame, so that 200 tokens a second cost 60 drawings.
 */
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { call, CommandError } from "../../../api/command";
import { stream } from "../../../api/stream";
import { clientError } from "../../../host/errors";
import type { ChatEvent, ChatRequest, MessageAttachment, TurnFailure } from "../types";
import { refreshLists, storeAnswer } from "../detailCache";
import { noteDraftHolder } from "./draftTurn";
import { applyEvent, beginTurn, failTurn, isLive, markStopping, type Turn } from "./turn";

/** How long a stopped turn may take to hand over what there is. Milliseconds. */
const STOP_GRACE_MS = 4_000;
/** In the window the end of the command may overtake its last events. Milliseconds. */
const LAST_EVENTS_MS = 1_500;

export class TurnStore {
  private turns = new Map<string, Turn>();
  private connections = new Map<string, AbortController>();
  private listeners = new Set<() => void>();
  private scheduled = false;
  /** The turn that began a conversation and has not been given its place yet. */
  private draft: string | null = null;

  constructor(private readonly client: QueryClient) {}

  /** Begins a turn; `id` is given to ask once more for a turn whose fate is not known. */
  start(
    request: ChatRequest,
    question: string,
    id: string = crypto.randomUUID(),
    attachments: readonly MessageAttachment[] = [],
  ): string {
    this.put(beginTurn(id, request, question, Date.now(), attachments));
    if (!request.conversationId) this.draft = id;
    void this.run(id);
    return id;
  }

  /** Stops a turn: the program is told, and what is there is kept. */
  stop(id: string): void {
    const turn = this.turns.get(id);
    if (turn?.phase !== "running") return;
    this.put(markStopping(turn));
    const giveUp = () => {
      if (this.isLatest(turn)) this.connections.get(id)?.abort();
      this.fail(turn, clientError("broken_off"));
    };
    setTimeout(giveUp, STOP_GRACE_MS);
    call("stopTurn", { operationId: id }).catch(giveUp);
  }

  /** Forgets a turn that is over. */
  dismiss(id: string): void {
    const turn = this.turns.get(id);
    if (!turn || isLive(turn)) return;
    this.turns.delete(id);
    this.notify();
  }

  get(id: string | null): Turn | undefined {
    return id === null ? undefined : this.turns.get(id);
  }

  /** The newest turn of a conversation; with `null`, the one that is beginning one. */
  newestOf(conversationId: string | null): Turn | undefined {
    if (conversationId === null) return this.get(this.draft);
    return [...this.turns.values()].findLast((turn) => turn.conversationId === conversationId);
  }

  /** Lets go of the beginning conversation: the page shows another, or a new one is to begin. */
  leaveDraft(): void {
    const draft = this.get(this.draft);
    this.draft = null;
    if (draft?.phase === "done") this.turns.delete(draft.id);
    this.notify();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private async run(id: string): Promise<void> {
    const turn = this.turns.get(id);
    if (!turn) return;
    const connection = new AbortController();
    this.connections.set(id, connection);
    try {
      const request = { ...turn.request, operationId: id, stream: true };
      const take = (event: ChatEvent) => this.isLatest(turn) && this.take(id, event);
      await stream("chat", request, take, connection.signal);
      setTimeout(() => this.fail(turn, clientError("broken_off")), LAST_EVENTS_MS);
    } catch (cause) {
      this.fail(turn, cause instanceof CommandError ? cause : clientError("broken_off"));
    } finally {
      if (this.connections.get(id) === connection) this.connections.delete(id);
    }
  }

  /** Whether no later attempt at the same turn was begun: what is left of an earlier one does not reach it. */
  private isLatest({ id, startedAt }: Turn): boolean {
    return this.turns.get(id)?.startedAt === startedAt;
  }

  private take(id: string, event: ChatEvent): void {
    const turn = this.turns.get(id);
    if (!turn) return;
    const next = applyEvent(turn, event);
    if (next.phase === turn.phase) this.put(next);
    else if (next.response) void this.finish(next);
    else this.end(next);
  }

  /** The answer moves from here to the cache of conversations in one step. */
  private async finish(turn: Turn): Promise<void> {
    this.turns.set(turn.id, turn);
    if (!turn.response) return;
    await storeAnswer(this.client, {
      question: turn.question,
      attachments: turn.attachments,
      parentId: turn.request.parentId ?? null,
      startedAt: new Date(turn.startedAt),
      endedAt: new Date(),
      response: turn.response,
    });
    // The page that began the conversation still has to learn its id.
    if (this.draft !== turn.id) this.turns.delete(turn.id);
    this.notify();
  }

  private fail(attempt: Turn, error: TurnFailure): void {
    const turn = this.turns.get(attempt.id);
    if (turn && isLive(turn) && this.isLatest(attempt)) {
      this.end(failTurn(turn, { code: error.code, message: error.message, details: error.details }));
    }
  }

  /** What was stored of a turn that came to nothing, the program knows. */
  private end(turn: Turn): void {
    this.put(turn);
    void refreshLists(this.client);
    void this.client.invalidateQueries({
      predicate: ({ queryKey: [name, , req] }) =>
        name === "getConversation" && (req as { id: string }).id === turn.conversationId,
    });
  }

  private put(turn: Turn): void {
    this.turns.set(turn.id, turn);
    this.schedule();
  }

  /** Once a frame; a hidden page has no frames, so a timer stands by. */
  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    const run = () => {
      if (!this.scheduled) return;
      this.scheduled = false;
      this.notify();
    };
    requestAnimationFrame(run);
    setTimeout(run, 100);
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}

const stores = new WeakMap<QueryClient, TurnStore>();

/** The one store of the cache `useQueryClient` gives: made by the page of the chat, it outlasts the page. */
export function useTurns(): TurnStore {
  const client = useQueryClient();
  return stores.get(client) ?? makeStore(client);
}

function makeStore(client: QueryClient): TurnStore {
  const store = new TurnStore(client);
  stores.set(client, store);
  noteDraftHolder(client, store);
  return store;
}

/**
 * Something of a turn; `select` must give the same value as long as nothing of it has changed, so
 * that who looks at the phase is not drawn anew with every word.
 */
export function useTurn<T>(id: string | null, select: (turn: Turn) => T): T | undefined {
  const store = useTurns();
  const read = useCallback(() => {
    const turn = store.get(id);
    return turn && select(turn);
  }, [store, id, select]);
  return useSyncExternalStore(store.subscribe, read);
}

/** The id of the newest turn of a conversation, as long as the store keeps it. */
export function useNewestTurn(conversationId: string | null): string | null {
  const store = useTurns();
  const read = useCallback(() => store.newestOf(conversationId)?.id ?? null, [store, conversationId]);
  return useSyncExternalStore(store.subscribe, read);
}
