/**
 * The mode of a conversation: what the person chose for it, else what made its last answer, else what the
 * settings say.
 */
import { useState } from "react";
import { useCommandQuery } from "../../../api/hooks";
import { readStored, writeStored } from "../../../lib/storage";
import type { ChatMode, Message } from "../types";

const PREFIX = "celeiro.mode.";

export function useChatMode(conversationId: string | null, last: Message | null) {
  // Choices of this page, by conversation: what is stored is not read anew while it is shown.
  const [chosen, setChosen] = useState<Record<string, ChatMode>>({});
  const config = useCommandQuery("getConfig", {});
  const key = conversationId ?? "new";
  const usual = config.data?.find(({ name }) => name === "CHAT_MODE")?.value;
  const of = (value: unknown) => (value === "assistant" || value === "desk" ? value : undefined);
  const kept = conversationId === null ? undefined : of(readStored(PREFIX + key));
  const mode = chosen[key] ?? kept ?? of(last?.response?.mode) ?? of(usual) ?? "desk";
  const choose = (next: ChatMode) => {
    setChosen((before) => ({ ...before, [key]: next }));
    if (conversationId !== null) writeStored(PREFIX + key, next);
  };
  return { mode, choose };
}
