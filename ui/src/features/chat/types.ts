/** Wire types of the chat, under the names that the chat pane uses. */
import type { ChatEvent } from "../../bindings";

export type {
  Action,
  ActionCard,
  AnswerRecord,
  CardArgument,
  CardChange,
  Caution,
  CautionKind,
  ChatDebug,
  ChatEvent,
  ChatMode,
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
  MessageAttachment,
  MessageState,
  PendingAction,
  RequestedCall,
  SearchRun,
  Stage,
  StageState,
  ItemState,
  Showcase,
  ShowcaseItem,
  SlotDisplay,
  ToolOutcome,
  ToolRound,
  Trace,
  UpdateConversation,
} from "../../bindings";

export type StepEvent = Extract<ChatEvent, { type: "step" }>;

/** Longest message, in characters (Unicode scalar values). */
export const MAX_MESSAGE_CHARS = 8_000;
