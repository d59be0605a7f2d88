/**
 * The price list of a conversation: what the person chose for it, else that of its last answer, else none, which
 * means the prices of the counter. A list that gives no price today is not offered.
 */
import { useState } from "react";
import { useCommandQuery } from "../../../api/hooks";
import { readStored, writeStored } from "../../../lib/storage";
import type { Message } from "../types";

const PREFIX = "celeiro.priceList.";

export function useChatPriceList(conversationId: string | null, last: Message | null) {
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const lists = (useCommandQuery("listPriceLists", {}).data ?? []).filter(({ isValidToday }) => isValidToday);
  const key = conversationId ?? "new";
  const kept = conversationId === null ? null : readStored(PREFIX + key);
  const wanted = chosen[key] ?? kept ?? last?.response?.priceList?.id ?? "";
  const list = lists.find(({ id }) => id === wanted)?.id ?? "";
  /** An empty id chooses the counter. */
  const choose = (id: string) => {
    setChosen((before) => ({ ...before, [key]: id }));
    if (conversationId !== null) writeStored(PREFIX + key, id);
  };
  return { lists, list, choose };
}

export type ChatPriceList = ReturnType<typeof useChatPriceList>;
