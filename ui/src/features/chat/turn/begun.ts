/** The turns that the page of the chat has begun, for what is on other pages: the chat itself is not fetched for it. */
import type { QueryClient } from "@tanstack/react-query";
import type { TurnStore } from "./turnStore";

const stores = new WeakMap<QueryClient, TurnStore>();

/** The store of the cache `client`; undefined as long as the chat was not opened. */
export function turnsOf(client: QueryClient): TurnStore | undefined {
  return stores.get(client);
}

/** Keeps `store` for as long as there is `client`. */
export function noteTurns(client: QueryClient, store: TurnStore): TurnStore {
  stores.set(client, store);
  return store;
}
