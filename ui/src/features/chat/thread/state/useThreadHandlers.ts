/** What the buttons of a thread do: each becomes a turn, or a change of what is stored. */
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { call } from "../../../../api/command";
import { invalidateTags } from "../../../../api/tags";
import { showToast } from "../../../../components/toast/toasts";
import { useErrorToast } from "../../../../components/toast/useErrorToast";
import { useStable } from "../../../../lib/hooks/useStable";
import { useMay } from "../../../../shared/account/useMe";
import type { ChatRequest, Feedback, Message, MessageAttachment } from "../../types";
import { changeDetail, withActive, withMessage } from "../../detailCache";
import type { Report, ThreadActions } from "./threadActions";
import { endOf, treeOf } from "./tree";
import type { ConversationHandle } from "../../useConversation";

type Effects = {
  onSent: () => void;
  onCite: (key: string, mark: number | null) => void;
  onTrace: (traceId: string) => void;
  onItem: (id: string) => void;
};

export function useThreadHandlers(
  conversation: ConversationHandle,
  usual: Pick<ChatRequest, "mode" | "priceList">,
  { onSent, onCite, onTrace, onItem }: Effects,
) {
  const { id, turns, detail, rows, running } = conversation;
  const client = useQueryClient();
  const failedTo = useErrorToast();
  const navigate = useNavigate();
  const { t } = useTranslation();
  const mayAnalyse = useMay("analyse");
  const isReadOnly = detail?.conversation.readOnly === true;

  const start = (
    request: ChatRequest,
    question: string,
    attachments: readonly MessageAttachment[] = [],
    turnId?: string,
  ) => {
    if (running) return;
    if (conversation.turn) turns.dismiss(conversation.turn.id);
    const place = id !== null && { conversationId: id };
    turns.start({ ...usual, ...request, ...place }, question, turnId, attachments);
    onSent();
  };
  const messageOf = (messageId: string) => detail?.messages.find((one) => one.id === messageId);

  /** Gives the words of a message before it that never reached the program: its row makes room for this one. */
  const send = useStable((message: string, attachments: readonly MessageAttachment[] = []): string => {
    const unsent = unsentText(conversation.turn);
    const last = rows.findLast((row) => row.kind === "message");
    const parentId = last?.kind === "message" ? last.message.id : null;
    start({ message, ...idsOf(attachments), ...(parentId !== null && { parentId }) }, message, attachments);
    return unsent;
  });
  const answerAgain = useStable((userMessageId: string) => {
    const message = messageOf(userMessageId);
    if (message) start({ regenerate: message.id, parentId: message.parentId }, message.content);
  });
  const edit = useStable(({ parentId, attachments = [] }: Message, message: string) => {
    const place = parentId === null ? { fromStart: true } : { parentId };
    start({ message, ...idsOf(attachments), ...place }, message, attachments);
  });
  const retry = useStable((turnId: string) => {
    const turn = turns.get(turnId);
    if (!turn) return;
    const asked = turn.userMessageId === null ? undefined : messageOf(turn.userMessageId);
    if (asked) answerAgain(asked.id);
    // Whether the program has heard of it is not known: under the same id it is not done twice.
    else {
      const again = turn.userMessageId === null ? turnId : undefined;
      start(turn.request, turn.question, turn.attachments, again);
    }
  });
  const openBranch = useStable((messageId: string) => {
    if (!detail || id === null) return;
    const before = detail.activeId;
    const activeId = endOf(treeOf(detail.messages), messageId);
    changeDetail(client, id, withActive(activeId));
    if (conversation.turn) turns.dismiss(conversation.turn.id);
    // Which branch of another's conversation is open is the other's to store.
    if (isReadOnly) return;
    call("updateConversation", { id, activeId }).catch((error: unknown) => {
      if (before !== null) changeDetail(client, id, withActive(before));
      failedTo(error);
    });
  });
  const rate = useStable((message: Message, feedback: Feedback | null) => {
    if (id === null) return;
    changeDetail(client, id, withMessage({ ...message, feedback }));
    call("setFeedback", { id: message.id, feedback }).catch((error: unknown) => {
      changeDetail(client, id, withMessage(message));
      failedTo(error);
    });
  });
  const report = useStable((message: Message, { feedback, wrong, expected }: Report) => {
    if (id === null) return;
    changeDetail(client, id, withMessage({ ...message, feedback }));
    const request = { id: message.id, feedback, wrong, expected, operationId: crypto.randomUUID() };
    call("reportAnswer", request).then(
      ({ cases }) => {
        const [first] = cases;
        if (!first) return;
        void invalidateTags(client, ["querySets"]);
        const open = () => void navigate(`/bench/sets/${first.setId}`);
        const text = t("feedback.tested", { set: first.setName });
        const action = mayAnalyse && { action: { label: t("feedback.openTest"), run: open } };
        showToast({ tone: "info", text, ...action });
      },
      (error: unknown) => {
        changeDetail(client, id, withMessage(message));
        failedTo(error);
      },
    );
  });
  const cite = useStable(onCite);
  const openTrace = useStable(onTrace);
  const openItem = useStable(onItem);

  const actions = useMemo(
    (): ThreadActions => ({
      isReadOnly,
      cite,
      answerAgain,
      edit,
      openBranch,
      rate,
      report,
      openTrace,
      openItem,
      retry,
    }),
    [isReadOnly, cite, answerAgain, edit, openBranch, rate, report, openTrace, openItem, retry],
  );
  return { actions, send };
}

/** The message of a turn that ended before the program said that it has it; empty where there is none. */
function unsentText(turn: ConversationHandle["turn"]): string {
  const isOver = turn?.phase === "failed" || turn?.phase === "stopped";
  return isOver && turn.userMessageId === null ? turn.question : "";
}

/** Attachments of the chat's request, where there are any. */
function idsOf(attachments: readonly MessageAttachment[]): Pick<ChatRequest, "attachments"> {
  return attachments.length === 0 ? {} : { attachments: attachments.map(({ id }) => id) };
}
