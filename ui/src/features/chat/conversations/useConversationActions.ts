/** What can be done with a conversation from anywhere it is shown; failures are said in a toast. */
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { call } from "../../../api/command";
import { showToast } from "../../../components/toast/toasts";
import { useErrorToast } from "../../../components/toast/useErrorToast";
import { useUndoToast } from "../../../components/toast/useUndoToast";
import { saveText } from "../../../host";
import { useFormats } from "../../../i18n/language";
import { useStable } from "../../../lib/hooks/useStable";
import type { Conversation, UpdateConversation } from "../types";
import { changeDetail, refreshLists, withConversation } from "../detailCache";
import { renderJson, renderMarkdown, fileName, type ExportWords } from "../turn/export";
import { conversationAddress, isConversationOpen } from "../focus";

export type ConversationActions = {
  rename: (conversation: Conversation, title: string) => void;
  pin: (conversation: Conversation, pinned: boolean) => void;
  /** Lets the others of the team read it, or not any more. */
  share: (conversation: Conversation, shared: boolean) => void;
  /** Deletes; `open` says that it is on screen, which then shows a new one. Offers to take it back. */
  remove: (conversation: Conversation, open: boolean) => void;
  exportAs: (conversation: Conversation, form: "markdown" | "json") => void;
};

export function useConversationActions(): ConversationActions {
  const { t } = useTranslation();
  const formats = useFormats();
  const client = useQueryClient();
  const navigate = useNavigate();
  const showError = useErrorToast();
  const showUndoable = useUndoToast();

  const attempt = (work: () => Promise<unknown>) => void work().catch(showError);
  const update = async (change: UpdateConversation) => {
    const conversation = await call("updateConversation", change);
    changeDetail(client, change.id, withConversation(conversation));
    await refreshLists(client);
  };
  const restore = async (id: string, open: boolean) => {
    await call("restoreConversation", { id, operationId: crypto.randomUUID() });
    await refreshLists(client);
    if (open) void navigate(conversationAddress(id));
  };

  const rename = useStable(({ id }: Conversation, title: string) => attempt(() => update({ id, title })));
  const pin = useStable(({ id }: Conversation, pinned: boolean) => attempt(() => update({ id, pinned })));
  const share = useStable(({ id }: Conversation, shared: boolean) =>
    attempt(async () => {
      await update({ id, shared });
      showToast({
        tone: "info",
        text: shared ? t("conversations.nowShared") : t("conversations.nowPrivate"),
      });
    }),
  );
  const remove = useStable(({ id, title }: Conversation, open: boolean) =>
    attempt(async () => {
      await call("deleteConversation", { id, operationId: crypto.randomUUID() });
      // What was opened meanwhile stays open.
      if (open && isConversationOpen(id)) void navigate(conversationAddress(null));
      await refreshLists(client);
      showUndoable(t("conversations.deleted", { title }), () => attempt(() => restore(id, open)));
    }),
  );
  const exportAs = useStable(({ id }: Conversation, form: "markdown" | "json") =>
    attempt(async () => {
      const detail = await call("getConversation", { id });
      const words: ExportWords = {
        you: t("thread.you"),
        answer: "Celeiro",
        sources: t("sources.title"),
        attachments: t("thread.attached"),
        state: (state) => t(`answer.state.${state}`),
        cards: t("showcase.cards"),
        noPrice: t("price.unavailable"),
        price: formats.price,
        moment: formats.zonedDateTime,
      };
      if (form === "json") saveText(fileName(detail, "json"), "application/json", renderJson(detail));
      else saveText(fileName(detail, "md"), "text/markdown", renderMarkdown(detail, words));
    }),
  );
  return useMemo(() => ({ rename, pin, share, remove, exportAs }), [rename, pin, share, remove, exportAs]);
}
