/** The names that gaps and queries go by. */
import type { Data } from "../../../api/command";

export type GapPage = Data<"listGaps">;
export type GapEntry = GapPage["gaps"][number];
export type GapReason = GapEntry["reasons"][number];
export type GapState = GapEntry["state"];
export type QueryScope = GapEntry["scope"];

export const REASONS: readonly GapReason[] = ["no-results", "weak", "refused", "rated-down"];
export const STATES: readonly GapState[] = ["open", "passed", "dismissed"];
export const SCOPES: readonly QueryScope[] = ["items", "faqs", "chat"];

/** Words of a gap's query: a question that goes on with another was asked in other words. */
export const wordsOf = (gap: { query: string; lookedFor: string | null }): string =>
  gap.lookedFor ?? gap.query;

/** The address of the inspector for something that was asked. */
export function inspectAddress(asked: {
  traceId: string | null;
  query: string;
  lookedFor: string | null;
}): string {
  const params =
    asked.traceId === null
      ? new URLSearchParams({ q: wordsOf(asked) })
      : new URLSearchParams({ trace: asked.traceId });
  return `/bench/inspect?${params}`;
}

/** The address of a conversation, where the answer stands with what was said of it. */
export function conversationAddress(id: string): string {
  return `/chat?${new URLSearchParams({ c: id })}`;
}
