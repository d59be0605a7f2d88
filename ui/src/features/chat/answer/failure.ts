/** A failure of a turn, taken apart: what happened, what to do about it, and what only technicians read. */
import type { TurnFailure } from "../types";

/** What helps against a failure. */
export type Remedy =
  "again" | "wait" | "setup" | "credit" | "cap" | "tomorrow" | "shorter" | "onePart" | "otherWords";

export type Failure = {
  what: string;
  /** Null where the message itself says what to do. */
  remedy: Remedy | null;
  /** The provider's or the system's own words; null where there are none. */
  reason: string | null;
};

const REMEDIES: Readonly<Record<string, Remedy>> = {
  model_timed_out: "again",
  model_unreachable: "again",
  model_failed: "again",
  model_interrupted: "again",
  model_answer_empty: "again",
  model_answer_unusable: "again",
  unreachable: "again",
  timed_out: "again",
  bad_response: "again",
  broken_off: "again",
  model_rate_limited: "wait",
  model_refused_key: "setup",
  model_key_missing: "setup",
  model_setup: "setup",
  model_unknown: "setup",
  model_not_offered: "setup",
  model_refused_request: "setup",
  model_unpaid: "credit",
  spending_cap_reached: "cap",
  model_daily_limit: "tomorrow",
  model_context_too_long: "shorter",
  model_answer_cut: "onePart",
  model_refused_content: "otherWords",
};

/** `text` is the failure's message in the person's language; it ends with the reason, where there is one. */
export function partsOf({ code, details }: TurnFailure, text: string): Failure {
  const reason = reasonIn(details);
  const remedy = Object.hasOwn(REMEDIES, code) ? (REMEDIES[code] ?? null) : null;
  const quoted = reason !== null && text.endsWith(reason) && text.length > reason.length;
  const what = quoted ? text.slice(0, -reason.length).replace(/[\s:]+$/u, "") : text;
  return { what: asSentence(what), remedy, reason: quoted ? reason : null };
}

function reasonIn(details: unknown): string | null {
  if (typeof details !== "object" || details === null) return null;
  const { reason } = details as { reason?: unknown };
  return typeof reason === "string" && reason.trim() !== "" ? reason : null;
}

function asSentence(text: string): string {
  return /[.!?…]$/u.test(text) ? text : `${text}.`;
}
