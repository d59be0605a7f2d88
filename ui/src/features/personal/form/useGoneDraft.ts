/** What is typed of a record that another person has deleted meanwhile, found again after a reload. */
import type { CommandError } from "../../../api/command";
import { readDraft, type PersonalKind } from "../../../shared/drafts/drafts";
import { isNotFound } from "../../../shared/forms/refusal";

type ReadAnswer = { data: unknown; error: CommandError | null };

/**
 * Finds the personal record as it was when it was typed over, and why it cannot be read. Null where nothing
 * is typed of it.
 */
export function useGoneDraft<B>(
  kind: PersonalKind,
  id: string,
  { data, error }: ReadAnswer,
): { base: B; error: CommandError } | null {
  if (data !== undefined || error === null || !isNotFound(error)) return null;
  const base = readDraft<B, unknown>({ kind, id })?.base ?? null;
  return base === null ? null : { base, error };
}
