/** What a person chose for a conversation, kept on this machine under a name of its own. */
import { useState } from "react";
import { readStored, writeStored } from "../../../lib/storage";

const NEW = "new";

export function useConversationChoice(name: string, conversationId: string | null) {
  // Choices of this page, by conversation: what is stored is not read anew while it is shown.
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const key = conversationId ?? NEW;
  const address = `celeiro.${name}.${key}`;
  const kept = conversationId === null ? null : readStored(address);
  const choose = (next: string) => {
    setChosen((before) => ({ ...before, [key]: next }));
    if (conversationId !== null) writeStored(address, next);
  };
  /** `beforeId` is the choice of a conversation that had no id yet when it was made. */
  return { choice: chosen[key] ?? kept, beforeId: chosen[NEW] ?? null, choose };
}
