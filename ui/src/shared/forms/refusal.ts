/** What a refused save says beside its words: the fields that cannot be stored, or who was first. */
import type { CommandError } from "../../api/command";
import type { Problem } from "./rules";

/** The fields that cannot be stored; empty where the refusal is about something else. */
export function problemsOf(error: CommandError | null): Problem[] {
  if (error?.code !== "invalid_fields") return [];
  const { fields } = (error.details ?? {}) as { fields?: Problem[] };
  return fields ?? [];
}

/** The record as it stands, where another person was first. */
export function currentOf<T>(error: CommandError | null): T | null {
  if (error?.code !== "conflict") return null;
  const { current } = (error.details ?? {}) as { current?: T };
  return current ?? null;
}

/** Whether a form's record no longer exists. */
export function isNotFound(error: CommandError | null): boolean {
  return error?.code === "not_found";
}
