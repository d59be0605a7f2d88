/**
 * Which cached answers a command spoils. Every query carries the tags its command provides; a
 * command that invalidates one of them makes the query fetch again. No screen names another.
 */
import type { Query, QueryClient } from "@tanstack/react-query";
import { meta } from "../bindings";
import type { Tag } from "./types";

export function providedTags(command: string): Tag[] {
  return meta[command]?.provides ?? [];
}

export function invalidatedTags(command: string): Tag[] {
  return meta[command]?.invalidates ?? [];
}

/**
 * Marks every cached answer stale that provides one of `tags`; those on screen are fetched again.
 * `where` spares answers that have been brought up to date in another way.
 */
export async function invalidateTags(
  client: QueryClient,
  tags: readonly Tag[],
  where: (query: Query) => boolean = () => true,
): Promise<void> {
  if (tags.length === 0) return;
  await client.invalidateQueries({ predicate: (query) => hasProvidedTag(query, tags) && where(query) });
}

function hasProvidedTag(query: Query, tags: readonly Tag[]): boolean {
  const command = query.queryKey[0];
  return typeof command === "string" && providedTags(command).some((tag) => tags.includes(tag));
}
