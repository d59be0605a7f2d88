/** What items that any page reads say of cells that wait: what stands there now, and whether they are there at all. */
import type { QueryCacheNotifyEvent, QueryClient } from "@tanstack/react-query";
import { CommandError, type Data, type Req } from "../../../../api/command";
import type { Item } from "../../../../api/types";
import { patchItem } from "../../grid/edits/patching";
import { markMissing, missingCells, sendAgain } from "./work/missing";
import type { QueueWords } from "./pages";
import type { QueueState } from "./QueueState";
import { renewHeld } from "./work/work";

/**
 * Renews the cells that clash by each item that is read. Cells of items that are back are steps again:
 * `send` is called for them.
 */
export function followItems(
  client: QueryClient,
  state: QueueState,
  words: QueueWords,
  send: () => void,
): () => void {
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || state.get().held.length === 0) return;
    const { action, query } = event;
    // What this page puts into the cache by itself is what it knows already.
    if (action.type === "success" && !action.manual)
      for (const item of itemsIn(query)) {
        renewItem(client, state, item, null);
        if (takeReturned(state, item, words)) send();
      }
    const missing = action.type === "error" ? missingItem(query, action.error) : null;
    if (missing !== null) state.put(markMissing(state.get(), missing.id, missing.message));
  });
}

/** Decisions about cells of the item are about what stands there now, by `by` where that is known. */
export function renewItem(client: QueryClient, state: QueueState, item: Item, by: string | null): void {
  const renewed = renewHeld(state.get(), item, by);
  if (renewed === state.get()) return;
  state.put(renewed);
  patchItem(client, item);
}

/** Cells of an item that was deleted go on where it is there again; false where none waits for it. */
function takeReturned(state: QueueState, { id, name }: Item, words: QueueWords): boolean {
  const cells = missingCells(state.get(), id);
  if (cells.length === 0) return false;
  state.put(sendAgain(state.get(), cells, words.returned(name)));
  state.tell({ kind: "returned", name, count: cells.length });
  return true;
}

/** Items that are there, as they were read for a page. */
function itemsIn(query: QueryCacheNotifyEvent["query"]): Item[] {
  const [command] = query.queryKey as readonly unknown[];
  const { data } = query.state as { data: unknown };
  if (command === "getItem") return [data as Item];
  if (command !== "grid") return [];
  return (data as Data<"grid">).rows.flatMap(({ item, deleted }) => (deleted ? [] : [item]));
}

/** The item that was looked for and is there no more. */
function missingItem(query: QueryCacheNotifyEvent["query"], error: unknown) {
  const [command, , request] = query.queryKey as readonly unknown[];
  if (command !== "getItem" || !(error instanceof CommandError) || error.code !== "not_found") return null;
  return { id: (request as Req<"getItem">).id, message: error.message };
}
