/** What was typed and not saved, by record, for this tab: closing a form or the page does not lose it. */

/** What was sent last and is not known to be stored; `id` is its operation. */
export type SentDraft<D> = { id: string; draft: D };

export type StoredDraft<B, D> = {
  /** What the changes started from; null for a record that does not exist yet. */
  base: B | null;
  draft: D;
  sent?: SentDraft<D> | undefined;
  /** What a refused save has met, which is to be decided about. */
  conflict?: B | null;
  /** RFC 3339. */
  at: string;
};

/** `key` names kind and record; what `fits` does not know as a draft is passed over. */
export function readKept<B, D>(key: string, fits: (draft: Partial<D>) => boolean): StoredDraft<B, D> | null {
  try {
    const stored = sessionStorage.getItem(key);
    if (stored === null) return null;
    const kept = JSON.parse(stored) as { base?: B | null; draft?: Partial<D>; at?: string };
    return kept.draft && fits(kept.draft) ? (kept as StoredDraft<B, D>) : null;
  } catch {
    return null;
  }
}

/**
 * Stores a draft. Answers whether it is kept: without storage, or without room in it, what is typed lasts
 * as long as its page.
 */
export function writeKept<B, D>(key: string, kept: StoredDraft<B, D> | null): boolean {
  try {
    if (kept === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}
