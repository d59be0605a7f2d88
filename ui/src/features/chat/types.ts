/** The sales desk on the wire, under the names that the chat pane uses. */
import type { ChatEvent } from "../../bindings";

export type {
  AnswerRecord,
  Caution,
  CautionKind,
  ChatDebug,
  ChatEvent,
  ChatRequest,
  ChatResponse,
  ChatSource,
  Conversation,
  ConversationDetail,
  TurnFailure,
  Feedback,
  FeedbackReason,
  LlmCall,
  Message,
  MessageState,
  SearchRun,
  Stage,
  StageState,
  Trace,
  UpdateConversation,
} from "../../bindings";

export type StepEvent = Extract<ChatEvent, { type: "step" }>;

/** Longest message, in characters (Unicode scalar values). */
export const MAX_MESSAGE_CHARS = 8_000;
