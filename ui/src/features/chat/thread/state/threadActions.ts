/** Actions on the messages of a thread, as a context; the object is stable across renders. */
import { createContext, useContext } from "react";
import type { AnswerRecord, Feedback, Message } from "../../types";

/** A report on an answer: the reason, and the records that prove it. */
export type Report = { feedback: Feedback; wrong: AnswerRecord[]; expected: AnswerRecord[] };

export type ThreadActions = {
  /** The conversation belongs to another person: it can be read, not continued. */
  isReadOnly?: boolean;
  /** Opens the source of a citation mark; without a mark, all sources of the answer. */
  cite: (answerKey: string, mark: number | null) => void;
  /** Generates another answer to a message of the person. */
  answerAgain: (userMessageId: string) => void;
  /** Sends an edited message as a new branch. */
  edit: (message: Message, text: string) => void;
  /** Switches to the branch that contains a message. */
  openBranch: (messageId: string) => void;
  rate: (message: Message, feedback: Feedback | null) => void;
  /** Rates an answer down and adds it to the tests. */
  report: (message: Message, report: Report) => void;
  openTrace: (traceId: string) => void;
  /** Opens the complete record of an item. */
  openItem: (id: string) => void;
  /** Retries a failed turn. */
  retry: (turnId: string) => void;
};

const Context = createContext<ThreadActions | null>(null);
export const ThreadActionsProvider = Context.Provider;

export function useThreadActions(): ThreadActions {
  const actions = useContext(Context);
  if (!actions) throw new Error("no ThreadActions");
  return actions;
}
