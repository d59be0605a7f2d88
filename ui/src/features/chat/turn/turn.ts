/**
 * One turn under way, as plain data: what was asked, and what its events have made of it so far.
 * Time is an argument.
 */
import type {
  ChatEvent,
  ChatRequest,
  ChatResponse,
  ChatSource,
  MessageAttachment,
  PendingAction,
  Showcase,
  ToolRound,
  TurnFailure,
} from "../types";
import { withStep, type StepLine } from "../trace/steps";

/**
 * `running` until the last event; `stopping` from the person's wish to the last event; then `done`
 * with the stored answer, or `failed`, or `stopped` where the wish was followed but nothing came back.
 */
export type Phase = "running" | "stopping" | "done" | "failed" | "stopped";

export type Turn = {
  /** The operation id of the turn. */
  id: string;
  request: ChatRequest;
  /** The message that is being answered, as the person wrote it. */
  question: string;
  /** The pictures and files that go with it. */
  attachments: readonly MessageAttachment[];
  phase: Phase;
  startedAt: number;
  conversationId: string | null;
  userMessageId: string | null;
  messageId: string | null;
  steps: readonly StepLine[];
  sources: readonly ChatSource[];
  /** What the model has asked of tools; the last round may still run. */
  rounds: readonly ToolRound[];
  /** Items as cards. */
  showcases: readonly Showcase[];
  /** Writes that wait for the person. */
  pending: readonly PendingAction[];
  text: string;
  response: ChatResponse | null;
  error: TurnFailure | null;
};

export function beginTurn(
  id: string,
  request: ChatRequest,
  question: string,
  startedAt: number,
  attachments: readonly MessageAttachment[] = [],
): Turn {
  return {
    id,
    request,
    question,
    attachments,
    phase: "running",
    startedAt,
    conversationId: request.conversationId ?? null,
    userMessageId: request.regenerate ?? null,
    messageId: null,
    steps: [],
    sources: [],
    rounds: [],
    showcases: [],
    pending: [],
    text: "",
    response: null,
    error: null,
  };
}

export function isLive({ phase }: Turn): boolean {
  return phase === "running" || phase === "stopping";
}

/** The turn after one more event. What comes after the last event is not looked at. */
export function applyEvent(turn: Turn, event: ChatEvent): Turn {
  if (!isLive(turn)) return turn;
  switch (event.type) {
    case "step":
      return {
        ...turn,
        conversationId: event.conversationId ?? turn.conversationId,
        userMessageId: event.userMessageId ?? turn.userMessageId,
        messageId: event.messageId ?? turn.messageId,
        steps: withStep(turn.steps, event),
      };
    case "sources":
      return { ...turn, sources: event.sources };
    case "tool_calls":
      return {
        ...turn,
        rounds: [...turn.rounds, { iteration: event.iteration, toolCalls: event.toolCalls, results: [] }],
      };
    case "tool_results":
      return {
        ...turn,
        rounds: turn.rounds.map((round) =>
          round.iteration === event.iteration ? { ...round, results: event.results } : round,
        ),
      };
    case "showcase":
      return { ...turn, showcases: [...turn.showcases, event] };
    case "pending":
      return { ...turn, pending: [...turn.pending, event] };
    case "delta":
      return { ...turn, text: turn.text + event.text };
    case "done":
      return finishTurn(turn, event);
    case "error":
      return failTurn(turn, { code: event.code, message: event.message, details: event.details });
    default:
      // A kind of event that this version does not know says nothing to it.
      return turn;
  }
}

function finishTurn(turn: Turn, response: ChatResponse): Turn {
  return {
    ...turn,
    phase: "done",
    conversationId: response.conversationId,
    userMessageId: response.userMessageId,
    messageId: response.messageId,
    sources: response.sources,
    rounds: response.debug.rounds ?? [],
    showcases: response.showcases ?? [],
    pending: response.pending ?? [],
    text: response.answer,
    response,
  };
}

/** The turn came to nothing; where the person had stopped it anyway, that is what is said. */
export function failTurn(turn: Turn, error: TurnFailure): Turn {
  if (!isLive(turn)) return turn;
  return turn.phase === "stopping" ? { ...turn, phase: "stopped" } : { ...turn, phase: "failed", error };
}

export function markStopping(turn: Turn): Turn {
  return turn.phase === "running" ? { ...turn, phase: "stopping" } : turn;
}
