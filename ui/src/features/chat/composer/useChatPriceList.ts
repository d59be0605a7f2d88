/**
 * The price list of a conversation: what the person chose for it, else that of its last answer, else none, which
 * means the prices of the counter. A list that gives no price today is not offered.
 */
import { useState } from "react";
import { useCommandQuery } from "../../../api/hooks";
import { readStored, writeStored } from "../../../lib/storage";
import type { Message } from "../types";

const PREFIX = "celeiro.priceList.";
const NEW = "new";

export function useChatPriceList(conversationId: string | null, last: Message | null) {
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const known = useCommandQuery("listPriceLists", {}).data;
  const lists = (known ?? []).filter(({ isValidToday }) => isValidToday);
  const key = conversationId ?? NEW;
  const kept = conversationId === null ? null : readStored(PREFIX + key);
  // A conversation that began here goes on with what was chosen before it had an id, whatever its first answer was.
  const wanted = chosen[key] ?? kept ?? chosen[NEW] ?? last?.response?.priceList?.id ?? "";
  // Before the lists are read the program decides: prices of another list than the chosen one are never given silently.
  const list = known === undefined ? wanted : (lists.find(({ id }) => id === wanted)?.id ?? "");
  /** An empty id chooses the counter. */
  const choose = (id: string) => {
    setChosen((before) => ({ ...before, [key]: id }));
    if (conversationId !== null) writeStored(PREFIX + key, id);
  };
  return { lists, list, choose };
}

export type ChatPriceList = ReturnType<typeof useChatPriceList>;
