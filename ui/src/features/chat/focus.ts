/** Id of the chat's box for the next message, for the keys and the palette that lead to it. */
export const COMPOSER_ID = "chat-composer";
export const CONVERSATION_SEARCH_ID = "conversation-search";

export function focusComposer(): void {
  document.getElementById(COMPOSER_ID)?.focus();
}

/** Whether a conversation is on the page, at this moment. */
export function isConversationOpen(id: string): boolean {
  const [path, search = ""] = window.location.hash.slice(1).split("?");
  return path === "/chat" && new URLSearchParams(search).get("c") === id;
}

export function conversationAddress(id: string | null): string {
  return id === null ? "/chat" : `/chat?c=${encodeURIComponent(id)}`;
}
