/** What can be done to the messages of a thread; the same object from drawing to drawing. */
import { createContext, useContext } from "react";
import type { AnswerRecord, Feedback, Message } from "../../types";

/** What is wrong with an answer, and the records that say so. */
export type Report = { feedback: Feedback; wrong: AnswerRecord[]; expected: AnswerRecord[] };

export type ThreadActions = {
  /** Another person's conversation, which can be read and not gone on with. */
  isReadOnly?: boolean;
  /** Shows the source of a mark; without one, the sources of the answer. */
  cite: (answerKey: string, mark: number | null) => void;
  /** Answers a message of the person once more. */
  answerAgain: (userMessageId: string) => void;
  /** Sends another text in the place of a message: a new branch. */
  edit: (message: Message, text: string) => void;
  /** Shows the branch that goes through a message. */
  openBranch: (messageId: string) => void;
  rate: (message: Message, feedback: Feedback | null) => void;
  /** Rates an answer down and makes a test of it. */
  report: (message: Message, report: Report) => void;
  openTrace: (traceId: string) => void;
  /** Shows the whole record of an item. */
  openItem: (id: string) => void;
  /** Tries a failed turn once more. */
  retry: (turnId: string) => void;
};

const Context = createContext<ThreadActions | null>(null);
export const ThreadActionsProvider = Context.Provider;

export function useThreadActions(): ThreadActions {
  const actions = useContext(Context);
  if (!actions) throw new Error("no ThreadActions");
  return actions;
}
