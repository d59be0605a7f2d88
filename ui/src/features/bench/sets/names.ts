/** The types and small rules that the parts of this folder share. */
import type { Data } from "../../../api/command";

export type QuerySet = Data<"listQuerySets">[number];
export type SetDetail = Data<"getQuerySet">;
export type SetQuery = SetDetail["list"][number];
export type Evaluation = Data<"evaluateQuerySet">;
export type QueryChange = Evaluation["queries"][number];
export type Card = Data<"judgingPool">["cards"][number];

export const BASE = "/bench/sets";

/** Whether the query is measured under protection: by itself, by its class, or by its set. */
export function isProtected(set: QuerySet, query: SetQuery): boolean {
  return (
    query.protected || set.protected || (query.class !== null && set.protectedClasses.includes(query.class))
  );
}

/** What protects the query: itself, its class, its set; none where nothing does. */
export function protectionOf(set: QuerySet, query: SetQuery): "query" | "class" | "set" | "both" | "none" {
  if (set.protected) return "set";
  const byClass = query.class !== null && set.protectedClasses.includes(query.class);
  if (query.protected) return byClass ? "both" : "query";
  return byClass ? "class" : "none";
}

/** Where a person searches for the same. */
export function searchAddress(set: QuerySet, query: string): string {
  const page = set.kind === "faqs" ? "/faq" : "/search";
  return `${page}?${new URLSearchParams({ q: query }).toString()}`;
}

/** Where the searches of an answer are laid open, as they were that day. */
export function answerAddress(messageId: string): string {
  return `/bench/inspect?${new URLSearchParams({ trace: messageId }).toString()}`;
}
