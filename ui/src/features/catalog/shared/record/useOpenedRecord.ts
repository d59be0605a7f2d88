/** What the form of an opened record starts from: what is stored, or was, where it is deleted and typed over. */
import { useState } from "react";
import type { CommandError } from "../../../../api/command";
import { isNotFound } from "../../../../shared/forms/refusal";
import { readDraft, type DraftKey } from "../../../../shared/drafts/drafts";

type RecordAnswer<B> = { data: B | undefined; error: CommandError | null };

/** `query` asks for the record of `key`. */
export function useOpenedRecord<B>(key: DraftKey, { data, error }: RecordAnswer<B>) {
  // Of a record that was deleted, what was typed is still there to be seen and gone on with.
  const [kept] = useState(() => readDraft<B, unknown>(key)?.base ?? null);
  const [wasGone, setWasGone] = useState(false);
  const isAnswered = data !== undefined || error !== null;
  // Where it is asked for again, its form stays until that is answered.
  const isGone = isAnswered ? isNotFound(error) : wasGone;
  if (isGone !== wasGone) setWasGone(isGone);
  return {
    /** Null where nothing is known of it. */
    stored: data ?? (isGone ? kept : null),
    isGone,
  };
}
