/** Conversations by when something was last said in them, as the list shows them. */
import type { Conversation } from "../types";

export type Period = "pinned" | "today" | "yesterday" | "week" | "month";
/** A heading: a named period, or a month as its first day. */
export type Group = { period: Period | Date; conversations: Conversation[] };

/**
 * Pinned ones first, then today, yesterday, the last 7 days, the last 30 days, and months; days are
 * those of the person's own calendar. Keeps the order within a group; leaves out empty groups.
 */
export function groupByTime(conversations: readonly Conversation[], now: Date): Group[] {
  const groups = new Map<string, Group>();
  for (const conversation of conversations) {
    const period = conversation.pinned ? "pinned" : periodOf(new Date(conversation.updatedAt), now);
    const key = typeof period === "string" ? period : period.toISOString();
    const group = groups.get(key);
    if (group) group.conversations.push(conversation);
    else groups.set(key, { period, conversations: [conversation] });
  }
  return [...groups.values()].toSorted((a, b) => rank(a.period) - rank(b.period));
}

function periodOf(at: Date, now: Date): Period | Date {
  const days = daysBetween(at, now);
  // A clock that runs ahead has said something tomorrow: that is still today.
  if (days <= 0) return "today";
  if (days === 1) return "yesterday";
  if (days < 7) return "week";
  if (days < 30) return "month";
  return new Date(at.getFullYear(), at.getMonth(), 1);
}

/** Midnights between two moments; a day of 23 or 25 hours is one day. */
function daysBetween(from: Date, to: Date): number {
  const start = Date.UTC(from.getFullYear(), from.getMonth(), from.getDate());
  const end = Date.UTC(to.getFullYear(), to.getMonth(), to.getDate());
  return Math.round((end - start) / 86_400_000);
}

const ORDER: readonly Period[] = ["pinned", "today", "yesterday", "week", "month"];

function rank(period: Period | Date): number {
  return typeof period === "string" ? ORDER.indexOf(period) - 1e15 : -period.getTime();
}
