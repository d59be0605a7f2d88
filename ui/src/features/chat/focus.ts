/** The box for the next message by its id, for the keys and the palette that lead to it. */
export const COMPOSER_ID = "chat-composer";
export const CONVERSATION_SEARCH_ID = "conversation-search";

export function focusComposer(): void {
  document.getElementById(COMPOSER_ID)?.focus();
}

export function conversationAddress(id: string | null): string {
  return id === null ? "/chat" : `/chat?c=${encodeURIComponent(id)}`;
}
