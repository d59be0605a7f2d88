/** What has been typed and not sent, by conversation, as long as the page is open. */
const drafts = new Map<string, string>();

/** The conversation that does not exist yet has a draft too. */
const NEW = "new";

export function draftOf(conversationId: string | null): string {
  return drafts.get(conversationId ?? NEW) ?? "";
}

export function keepDraft(conversationId: string | null, text: string): void {
  if (text === "") drafts.delete(conversationId ?? NEW);
  else drafts.set(conversationId ?? NEW, text);
}
