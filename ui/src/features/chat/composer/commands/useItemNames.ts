/** Items whose name is begun, found by the search of the catalog. Naming an item is no question: nothing is logged. */
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { call, type Req } from "../../../../api/command";
import { useCommandQuery } from "../../../../api/hooks";
import type { Item, SearchResponse } from "../../../../api/types";
import { holdsWords } from "./commands";

const PAUSE_MS = 200;
/** Shortest beginning that is looked for, in characters. */
const SHORTEST = 2;
const MOST = 6;

function requestOf(query: string): Req<"search"> {
  return { query, kind: "items", limit: MOST, explain: false, settled: false };
}

function itemsOf(response: SearchResponse): Item[] {
  return response.results.flatMap(({ item }) => item ?? []);
}

export async function findItems(name: string): Promise<Item[]> {
  return itemsOf(await call("search", requestOf(name)));
}

/** Items for `begun`; until there is an answer, those of the answer before that fit. */
export function useItemNames(begun: string): Item[] {
  const [query] = useDebouncedValue(begun, PAUSE_MS);
  const [last, setLast] = useState<{ query: string; response?: SearchResponse }>({ query: "" });
  const search = useCommandQuery("search", requestOf(query), { enabled: query.length >= SHORTEST });
  if (search.data && (last.query !== query || last.response !== search.data)) {
    setLast({ query, response: search.data });
  }
  if (begun.length < SHORTEST || !last.response) return [];
  const items = itemsOf(last.response);
  return last.query === begun ? items : items.filter((item) => holdsWords(item, begun));
}
