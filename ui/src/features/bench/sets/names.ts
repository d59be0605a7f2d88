/** Shared types and rules of query sets: protection, addresses. */
import type { Data } from "../../../api/command";

export type QuerySet = Data<"listQuerySets">[number];
export type SetDetail = Data<"getQuerySet">;
export type SetQuery = SetDetail["list"][number];
export type Evaluation = Data<"evaluateQuerySet">;
export type QueryChange = Evaluation["queries"][number];
export type Card = Data<"judgingPool">["cards"][number];

export const BASE = "/bench/sets";

/** Whether the query is protected: by itself, by its class, or by its set. */
export function isProtected(set: QuerySet, query: SetQuery): boolean {
  return (
    query.protected || set.protected || (query.class !== null && set.protectedClasses.includes(query.class))
  );
}

/** The source of the query's protection: the query, its class, or its set. */
export function protectionOf(set: QuerySet, query: SetQuery): "query" | "class" | "set" | "both" | "none" {
  if (set.protected) return "set";
  const byClass = query.class !== null && set.protectedClasses.includes(query.class);
  if (query.protected) return byClass ? "both" : "query";
  return byClass ? "class" : "none";
}

/** Address of a search for the query of a query set. */
export function searchAddress(set: QuerySet, query: string): string {
  const page = set.kind === "faqs" ? "/faq" : "/search";
  return `${page}?${new URLSearchParams({ q: query }).toString()}`;
}

/** Address at which the searches of a bad answer are inspected. */
export function answerAddress(messageId: string): string {
  return `/bench/inspect?${new URLSearchParams({ trace: messageId }).toString()}`;
}
