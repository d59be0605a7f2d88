/**
 * How long the page waits for an answer. Where the program takes longer by its own rules (it waits for
 * models, measures, changes as many records as somebody selects, or writes), the page waits longer
 * still: it must not call undone what the program is doing.
 */
import type { Tag } from "../bindings";

/** Longer than any search may take, shorter than a person's patience. Milliseconds. */
export const USUAL_MS = 15_000;
/** Above the program's own half minute. */
const WRITING_MS = 35_000;
/** Above the program's own five minutes. */
const LONG_MS = 310_000;

/** The paths to which the program itself gives five minutes (`takes_long` in its `serve/layer.rs`). */
const LONG = [
  /^\/api\/catalog\/(assist|enrichments|bulk)/,
  /^\/api\/operations\/[^/]+\/undo$/,
  /^\/api\/(profiles|sets)/,
  /^\/api\/rag\/rerank-set/,
];

type Route = { method: string; path: string; invalidates: readonly Tag[] };

export function deadlineOf({ method, path, invalidates }: Route): number {
  if (LONG.some((long) => long.test(path))) return LONG_MS;
  return method !== "GET" && invalidates.length > 0 ? WRITING_MS : USUAL_MS;
}
