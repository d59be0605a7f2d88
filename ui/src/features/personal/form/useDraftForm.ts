/**
 * Form of a personal assistant record: the draft over the stored record. The draft is kept for this tab while it
 * differs from the record, until it is saved or discarded, or the record is deleted.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { asCommandError, type CommandError, type CommandName } from "../../../api/command";
import { useCommandMutation } from "../../../api/hooks";
import { invalidatedTags, invalidateTags } from "../../../api/tags";
import { showToast } from "../../../components/toast/toasts";
import { useErrorToast } from "../../../components/toast/useErrorToast";
import { useUndoToast } from "../../../components/toast/useUndoToast";
import { useIsThere } from "../../../lib/hooks/useIsThere";
import { bringDraftBack, readDraft, writeDraft, type PersonalKind } from "../../../shared/drafts/drafts";
import type { SentDraft } from "../../../shared/drafts/keptDraft";
import { useDraftInSight, useHasRoom } from "../../../shared/drafts/useDrafts";
import { useFieldErrors } from "../../../shared/forms/fieldErrors";
import { currentOf, isNotFound } from "../../../shared/forms/refusal";
import { listChanged, mergeDrafts, type FieldOf } from "./merge";

export type SavedRecord = { id: string; version: number; updatedAt: string };

/** The commands that delete or restore a record. */
type MarkOf<Verb extends "delete" | "restore"> = `${Verb}${Noun}`;
type Noun = "Person" | "Reminder" | "Decision" | "Metric" | "Knowledge" | FinanceNoun;
type FinanceNoun = "Bill" | "Expense" | "Income" | "Debt" | "Investment";

type Options<B extends SavedRecord, D extends object> = {
  kind: PersonalKind;
  /** The error where the record no longer exists. */
  gone: CommandError | null;
  /** The stored record as far as the page knows; null for a new one. */
  stored: B | null;
  draftOf: (base: B | null) => D;
  /** Validates a draft on the client; problems by field. */
  check?: (typed: D) => Record<string, string>;
  /** Stores `typed` over `onto`, or as a new record; idempotent by `operationId`. */
  write: (onto: B | null, typed: D, operationId: string) => Promise<B>;
  /** The command whose declared effects a save has. */
  writes: CommandName;
  remove: MarkOf<"delete">;
  restore: MarkOf<"restore">;
  words: { saved: string; deleted: string };
  /** Called once a new record is stored, if the form is still mounted. */
  onMade: (stored: B) => void;
  /** Called once the record is deleted, if the form is still mounted: a record opened meanwhile stays open. */
  onGone: () => void;
};

type Now<B, D> = {
  base: B | null;
  draft: D;
  /** The version that another save stored meanwhile in the same fields: the conflict of this save. */
  conflict: B | null;
  error: CommandError | null;
  /** Problems that `check` found at the last save. */
  own: Record<string, string>;
  /** Time of the draft, where an earlier page left it. RFC 3339. */
  at: string | null;
  /** The last request that has no answer yet. */
  sent?: SentDraft<D> | undefined;
};

export function useDraftForm<B extends SavedRecord, D extends object>(options: Options<B, D>) {
  const { kind, stored, draftOf } = options;
  const client = useQueryClient();
  const showError = useErrorToast();
  const showUndoable = useUndoToast();
  const describe = useFieldErrors();
  const isThere = useIsThere();
  const [saving, setSaving] = useState(false);
  // The second click of a double click comes before the state of the first is rendered.
  const isSaving = useRef(false);
  const [now, set] = useState<Now<B, D>>(() => begin(options));
  const latest = useRef(now);
  const isLetGo = useRef(false);
  useLayoutEffect(() => {
    latest.current = now;
  }, [now]);
  const put = (next: Now<B, D>) => {
    latest.current = next;
    set(next);
  };
  const { base, draft, conflict, error } = now;
  const changed = listChanged(draftOf(base), draft);
  // Without edits, a newer stored version replaces the old one. (Set while rendering, so that the old state never
  // renders.)
  if (stored && base && stored.version > base.version && changed.length === 0)
    set(startFrom(stored, draftOf(stored)));

  // A new record has its id once it is stored; its form stays mounted.
  const id = base?.id ?? stored?.id ?? "new";
  const isChanged = changed.length > 0;
  const hasRoom = useHasRoom({ kind, id });
  useDraftInSight<B, D>(kind, id, (kept) =>
    put({ ...startFrom(kept.base, kept.draft), sent: kept.sent, at: kept.at }),
  );
  const idBefore = useRef(id);
  useEffect(() => {
    if (idBefore.current !== id) writeDraft({ kind, id: idBefore.current }, null);
    idBefore.current = id;
    if (isLetGo.current) return;
    const at = new Date().toISOString();
    writeDraft({ kind, id }, isChanged ? { base, draft, sent: now.sent, at } : null);
  }, [kind, id, isChanged, base, draft, now.sent]);

  /** The retry of a save whose answer was lost keeps its operation id. */
  const operationOf = (onto: B | null, typed: D) => {
    const { sent: before, base: from, draft: now } = latest.current;
    const isAgain = before && JSON.stringify(before.draft) === JSON.stringify(typed);
    const sent = isAgain && onto === from ? before : { id: crypto.randomUUID(), draft: typed };
    put({ ...latest.current, sent });
    // Stored before the request is sent: a reload loses the answer.
    writeDraft({ kind, id }, { base: from, draft: now, sent, at: new Date().toISOString() });
    return sent.id;
  };
  /** Removes the draft of a form that closes with nothing to keep. */
  const forget = () => {
    isLetGo.current = true;
    writeDraft({ kind, id }, null);
  };
  const restoration = useCommandMutation(options.restore);
  const removal = useCommandMutation(options.remove, {
    // Runs before the lists refetch: the form of a list's record unmounts with it.
    onAnswer: (_, { id: removed }) => {
      forget();
      showUndoable(options.words.deleted, () => restoration.mutateAsync({ id: removed }));
      if (isThere()) options.onGone();
    },
  });
  const store = async (onto: B | null, typed: D): Promise<void> => {
    try {
      const next = await options.write(onto, typed, operationOf(onto, typed));
      // Text typed since the save stays in the draft.
      const { merged } = mergeDrafts(typed, draftOf(next), latest.current.draft);
      settle(next, merged);
      put(startFrom(next, merged));
      void invalidateTags(client, invalidatedTags(options.writes));
      showToast({ tone: "info", text: options.words.saved });
      if (!onto && isThere()) options.onMade(next);
    } catch (cause) {
      const refused = asCommandError(cause);
      const theirs = onto && currentOf<B>(refused);
      if (!onto || !theirs) return put({ ...latest.current, error: refused });
      const { merged, clashes } = mergeDrafts(draftOf(onto), draftOf(theirs), typed);
      if (clashes.length === 0) return store(theirs, merged);
      put({ ...latest.current, conflict: theirs });
    }
  };
  /** Removes the stored part from the draft, also where the form has unmounted. */
  const settle = (next: B, rest: D) => {
    writeDraft({ kind, id: latest.current.base?.id ?? "new" }, null);
    const isOver = isLetGo.current || listChanged(draftOf(next), rest).length === 0;
    const kept = { base: next, draft: rest, at: new Date().toISOString() };
    writeDraft({ kind, id: next.id }, isOver ? null : kept);
  };
  const run = async (onto: B | null, typed: D) => {
    if (isSaving.current) return;
    const own = options.check?.(typed) ?? {};
    put({ ...latest.current, own, error: null });
    if (Object.keys(own).length > 0) return;
    isSaving.current = true;
    setSaving(true);
    await store(onto, typed).finally(() => {
      isSaving.current = false;
      setSaving(false);
    });
  };
  const errors = { ...describe(error), ...now.own };
  return {
    base,
    draft,
    changed: changed.length > 0,
    saving,
    errors,
    /** Why the save was refused, where no field's problem explains it. */
    refusal: error && Object.keys(errors).length === 0 ? error : null,
    isGone: base !== null && isNotFound(error),
    clash: conflict &&
      base && { theirs: conflict, fields: mergeDrafts(draftOf(base), draftOf(conflict), draft).clashes },
    /** The draft holds text that is stored nowhere at this moment. */
    kind,
    /** Time of the draft, where an earlier page left it. RFC 3339. */
    restoredAt: isChanged ? now.at : null,
    hasRoom,
    forget,
    isDirty: () => {
      const { base: from, draft: typed } = latest.current;
      return !isLetGo.current && listChanged(draftOf(from), typed).length > 0;
    },
    idNow: () => latest.current.base?.id ?? null,
    change: (part: Partial<D>) =>
      put({ ...latest.current, draft: { ...latest.current.draft, ...part }, own: {} }),
    save: () => {
      const { base: onto, draft: typed } = latest.current;
      if (!latest.current.conflict && (!onto || listChanged(draftOf(onto), typed).length > 0))
        void run(onto, typed);
    },
    /** Discards the draft; returns the function that restores it. */
    discard: () => {
      const { base: from, draft: typed, error: refused } = latest.current;
      put({ ...startFrom(from, draftOf(from)), error: isNotFound(refused) ? refused : null });
      const kept = { base: from, draft: typed, at: new Date().toISOString() };
      return () => bringDraftBack({ kind, id }, kept);
    },
    /** Stores the draft as a new record, where the original no longer exists. */
    saveAsNew: () => void run(null, latest.current.draft),
    /** Resolves a conflict with the draft's values over the other save's. */
    keepMine: () => {
      const { base: from, draft: typed, conflict: theirs } = latest.current;
      if (!from || !theirs) return;
      const { merged } = mergeDrafts(draftOf(from), draftOf(theirs), typed);
      put(startFrom(theirs, merged));
      void run(theirs, merged);
    },
    /** Resolves a conflict with the other save's values; edits of other fields stay. */
    keepTheirs: () => {
      const { base: from, draft: typed, conflict: theirs } = latest.current;
      if (!from || !theirs) return;
      const after = draftOf(theirs);
      const { merged, clashes } = mergeDrafts(draftOf(from), after, typed);
      for (const field of clashes) merged[field] = after[field];
      put(startFrom(theirs, merged));
    },
    bringBack: async () => {
      if (!base) return;
      try {
        await restoration.mutateAsync({ id: base.id });
      } catch (cause) {
        // The record is still gone, and the draft can still be saved anew or discarded.
        return showError(cause);
      }
      put({ ...latest.current, error: null });
    },
    /** Drops the draft of a record that was deleted for good, and closes its form without a question. */
    letGo: () => {
      forget();
      if (isThere()) options.onGone();
    },
    drop: () => {
      if (base) removal.mutate({ id: base.id }, { onError: showError });
    },
  };
}

function startFrom<B, D>(base: B | null, draft: D): Now<B, D> {
  return { base, draft, conflict: null, error: null, own: {}, at: null };
}

function begin<B extends SavedRecord, D extends object>({
  kind,
  stored,
  draftOf,
  gone,
}: Options<B, D>): Now<B, D> {
  const kept = readDraft<B, D>({ kind, id: stored?.id ?? "new" });
  if (!kept) return { ...startFrom(stored, draftOf(stored)), error: gone };
  const base = kept.base ?? stored;
  // A draft of an earlier version may lack a field.
  const draft = { ...draftOf(base), ...kept.draft };
  return { ...startFrom(base, draft), error: gone, at: kept.at, sent: kept.sent };
}

export type DraftFormState<B extends SavedRecord, D extends object> = ReturnType<typeof useDraftForm<B, D>>;
export type Words<D> = {
  label: (field: FieldOf<D>) => string;
  text: (draft: D, field: FieldOf<D>) => string;
};
