/**
 * The pictures and files of a message that is not sent yet. Those that have arrived are kept with what was typed, for
 * this tab: a reload does not lose them. The program keeps them for a day.
 */
import type { CommandError } from "../../../api/command";
import type { MessageAttachment } from "../types";

/** Most attachments of a message. */
export const MAX_ATTACHMENTS = 4;
/** Most bytes of each. */
export const MAX_ATTACHMENT_BYTES = 10 * 2 ** 20;
/** What the file dialog shows first; what a file is, its content says. */
export const ACCEPTED = ".pdf,.docx,.xlsx,.csv,.txt,.md,image/jpeg,image/png,image/webp";

export type PendingAttachment = {
  key: string;
  name: string;
  /** How much of it has been sent, of 1; `null` while the program reads it. */
  fraction: number | null;
  /** What the program keeps of it. */
  stored: MessageAttachment | null;
  error: CommandError | null;
};

const PREFIX = "celeiro.draft.files.";

function keyOf(conversationId: string | null): string {
  return PREFIX + (conversationId ?? "new");
}

/** Reads the attachments that had arrived when the page of the conversation was left. */
export function keptAttachments(conversationId: string | null): PendingAttachment[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(conversationId)) ?? "[]");
    if (!Array.isArray(kept)) return [];
    return kept.filter(isAttachment).slice(0, MAX_ATTACHMENTS).map(asPending);
  } catch {
    return [];
  }
}

export function keepAttachments(conversationId: string | null, list: readonly PendingAttachment[]): void {
  const stored = list.map((one) => one.stored).filter((one) => one !== null);
  try {
    if (stored.length === 0) sessionStorage.removeItem(keyOf(conversationId));
    else sessionStorage.setItem(keyOf(conversationId), JSON.stringify(stored));
  } catch {
    // No storage: they last as long as their box.
  }
}

function isAttachment(value: unknown): value is MessageAttachment {
  const { id, name, format } = (value ?? {}) as Record<string, unknown>;
  return typeof id === "string" && typeof name === "string" && typeof format === "string";
}

function asPending(stored: MessageAttachment): PendingAttachment {
  return { key: stored.id, name: stored.name, fraction: null, stored, error: null };
}
