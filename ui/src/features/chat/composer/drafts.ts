/** What has been typed and not sent, by conversation, for this tab: a reload does not lose it. */
const PREFIX = "celeiro.draft.";

/** The conversation that does not exist yet has a draft too. */
const NEW = "new";

export function draftOf(conversationId: string | null): string {
  try {
    return sessionStorage.getItem(PREFIX + (conversationId ?? NEW)) ?? "";
  } catch {
    return "";
  }
}

export function keepDraft(conversationId: string | null, text: string): void {
  const key = PREFIX + (conversationId ?? NEW);
  try {
    if (text === "") sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // No storage: what is typed lasts as long as its box.
  }
}
