/**
 * The price list of a conversation: what the person chose for it, else that of its last answer, else none, which
 * means the prices of the counter. A list that gives no price today is not offered.
 */
import { useCommandQuery } from "../../../api/hooks";
import type { Message } from "../types";
import { useConversationChoice } from "./useConversationChoice";

export function useChatPriceList(conversationId: string | null, last: Message | null) {
  const { choice, beforeId, choose } = useConversationChoice("priceList", conversationId);
  const known = useCommandQuery("listPriceLists", {}).data;
  const lists = (known ?? []).filter(({ isValidToday }) => isValidToday);
  // A conversation that began here goes on with what was chosen before it had an id, whatever its first answer was.
  const wanted = choice ?? beforeId ?? last?.response?.priceList?.id ?? "";
  // Before the lists are read the program decides: prices of another list than the chosen one are never given silently.
  const list = known === undefined ? wanted : (lists.find(({ id }) => id === wanted)?.id ?? "");
  /** An empty id chooses the counter. */
  return { lists, list, choose };
}

export type ChatPriceList = ReturnType<typeof useChatPriceList>;
