/** A conversation as the thread shows it: what is stored, and the turn under way in it. */
import { useEffect, useMemo } from "react";
import { useCommandQuery } from "../../api/hooks";
import { isStored, rowsOf, type TurnHead } from "./thread/state/threadRows";
import type { Turn } from "./turn/turn";
import { useNewestTurn, useTurn, useTurns } from "./turn/turnStore";

const phaseOf = (turn: Turn) => turn.phase;
const requestOf = (turn: Turn) => turn.request;
const questionOf = (turn: Turn) => turn.question;
const attachmentsOf = (turn: Turn) => turn.attachments;
const userMessageOf = (turn: Turn) => turn.userMessageId;
const messageOf = (turn: Turn) => turn.messageId;

export function useConversation(id: string | null) {
  const turns = useTurns();
  const turn = useTurnHead(useNewestTurn(id));
  // What is not stored anywhere yet cannot be fetched; what has just begun has nothing to fetch.
  const beginning = turn !== null && !turn.request.conversationId && isRunning(turn);
  const query = useCommandQuery("getConversation", { id: id ?? "" }, { enabled: id !== null && !beginning });
  const detail = id === null ? undefined : query.data;
  const rows = useMemo(() => rowsOf(detail, turn), [detail, turn]);

  // Once the program has stored an answer for a turn, the turn itself has nothing more to say.
  const stored = turn !== null && isStored({ byId: new Map(detail?.messages.map((m) => [m.id, m])) }, turn);
  const turnId = turn?.id ?? null;
  useEffect(() => {
    if (stored && turnId !== null) turns.dismiss(turnId);
  }, [turns, stored, turnId]);

  return { id, turns, query, detail, rows, turn, running: turn !== null && isRunning(turn) };
}

export type ConversationHandle = ReturnType<typeof useConversation>;

function isRunning({ phase }: TurnHead): boolean {
  return phase === "running" || phase === "stopping";
}

function useTurnHead(id: string | null): TurnHead | null {
  const phase = useTurn(id, phaseOf);
  const request = useTurn(id, requestOf);
  const question = useTurn(id, questionOf);
  const attachments = useTurn(id, attachmentsOf);
  const userMessageId = useTurn(id, userMessageOf) ?? null;
  const messageId = useTurn(id, messageOf) ?? null;
  return useMemo(() => {
    if (id === null || !phase || !request || question === undefined || !attachments) return null;
    return { id, phase, request, question, attachments, userMessageId, messageId };
  }, [id, phase, request, question, attachments, userMessageId, messageId]);
}
