/** A save that is answered after its form went away: what was typed before that stays as the record's draft. */
import { keepTyped, type Fields } from "../conflict/threeWays";
import { moveDraft, readDraft, type DraftKey } from "../../../../shared/drafts/drafts";

type AnsweredSave<B, D, F extends string> = {
  /** The form as it was when it sent `sent`. */
  key: DraftKey;
  fields: Fields<D, F>;
  draftOf: (record: B | null) => D;
  sent: D;
  stored: B;
};

export function settleAway<B extends { id: string | number }, D, F extends string>(
  save: AnsweredSave<B, D, F>,
): void {
  const { key, fields, draftOf, sent, stored } = save;
  const kept = readDraft<B, D>(key);
  if (!kept) return;
  // In the form of a new record another one may have been begun meanwhile: nothing of it is what was sent.
  const filled = fields.listChanged(draftOf(null), sent);
  if (key.id === "new" && !filled.some((field) => fields.isSame(sent, kept.draft, field))) return;
  const known = draftOf(stored);
  const draft = keepTyped(fields, sent, known, kept.draft);
  const isOver = fields.listChanged(known, draft).length === 0;
  moveDraft(key, { ...key, id: String(stored.id) }, { base: stored, draft, at: kept.at }, isOver);
}
