/**
 * How long the page waits for an answer. Where the program takes longer by its own rules (it waits for
 * models, measures, changes as many records as a person selects, or writes), the page waits longer
 * still: it must not call undone what the program is doing.
 */
import type { Route } from "./route";

/** Longer than any search may take, shorter than a person's patience. Milliseconds. */
export const USUAL_MS = 15_000;
/**
 * Above the second after which the program says of itself that its database does not answer, and the two and a
 * half after which it says that a table is locked.
 */
export const STATUS_MS = 3_500;
/** Above the program's own half minute. */
export const WRITING_MS = 35_000;
/** Above the program's own half hour. */
export const LONG_MS = 1_830_000;

/** The time for the command, by its name on the bridge. */
export function deadlineOf(command: string, { method, invalidates, isLong }: Omit<Route, "path">): number {
  // Asked every few seconds: what is frozen is to be seen before a person has typed much on.
  if (command === "status") return STATUS_MS;
  if (isLong) return LONG_MS;
  return method !== "GET" && invalidates.length > 0 ? WRITING_MS : USUAL_MS;
}
