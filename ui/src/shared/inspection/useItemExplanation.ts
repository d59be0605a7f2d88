/** Where one record stands in a search, found or not, and what sets it apart from another. */
import { keepPreviousData } from "@tanstack/react-query";
import { useCommandQuery } from "../../api/hooks";
import type { SearchRequest } from "../../api/types";

/** `item` and `against` are ids or external ids; nothing is asked without an `item`. */
export function useItemExplanation(search: SearchRequest, item: string | null, against: string | null) {
  return useCommandQuery(
    "explainItem",
    { search, item: item ?? "", against },
    { enabled: item !== null, placeholderData: keepPreviousData },
  );
}
