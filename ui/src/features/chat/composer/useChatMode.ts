/**
 * The mode of a conversation: what the person chose for it, else what made its last answer, else what the
 * settings say.
 */
import { useCommandQuery } from "../../../api/hooks";
import type { ChatMode, Message } from "../types";
import { useConversationChoice } from "./useConversationChoice";

export function useChatMode(conversationId: string | null, last: Message | null) {
  const { choice, choose } = useConversationChoice("mode", conversationId);
  const config = useCommandQuery("getConfig", {});
  const usual = config.data?.find(({ name }) => name === "CHAT_MODE")?.value;
  const of = (value: unknown) => (value === "assistant" || value === "desk" ? value : undefined);
  const mode: ChatMode = of(choice) ?? of(last?.response?.mode) ?? of(usual) ?? "desk";
  return { mode, choose: (next: ChatMode) => choose(next) };
}
