/** The turn that begins a conversation, as other pages leave it: the chat itself is not fetched for that. */
import type { QueryClient } from "@tanstack/react-query";

/** What has such a turn, once the chat was opened. */
type DraftHolder = { leaveDraft: () => void };

const holders = new WeakMap<QueryClient, DraftHolder>();

/** Names what has the turn, for as long as there is `client`. */
export function noteDraftHolder(client: QueryClient, holder: DraftHolder): void {
  holders.set(client, holder);
}

/** The next question begins a conversation of its own; nothing happens as long as the chat was not opened. */
export function leaveDraftTurn(client: QueryClient): void {
  holders.get(client)?.leaveDraft();
}
