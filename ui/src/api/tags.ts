/**
 * Cache invalidation by tag. Every query carries the tags that its command provides; a command that invalidates a tag
 * makes those queries refetch. No page names another.
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
 * Marks the cached answers of `tags` as stale and refetches the visible ones. `where` spares answers that were updated
 * in another way.
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
