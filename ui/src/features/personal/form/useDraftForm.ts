/**
 * The form of a record of the personal assistant: what is typed over what is stored. It is kept for this tab while it
 * differs, as that of every form is, until it is saved, discarded, or its record is deleted.
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

/** The commands that delete a record, or bring it back. */
type MarkOf<Verb extends "delete" | "restore"> = `${Verb}${Noun}`;
type Noun = "Person" | "Reminder" | "Decision" | "Metric" | "Knowledge" | FinanceNoun;
type FinanceNoun = "Bill" | "Expense" | "Income" | "Debt" | "Investment";

type Options<B extends SavedRecord, D extends object> = {
  kind: PersonalKind;
  /** Why the record could not be read, where it is not there any more. */
  gone: CommandError | null;
  /** What is stored as far as is known; null for a new record. */
  stored: B | null;
  draftOf: (base: B | null) => D;
  /** What can be said without asking the program, by field. */
  check?: (typed: D) => Record<string, string>;
  /** Stores `typed` over `onto`, or as a new record; asked twice for one id, it does nothing twice. */
  write: (onto: B | null, typed: D, operationId: string) => Promise<B>;
  /** The command whose declared effects a save has. */
  writes: CommandName;
  remove: MarkOf<"delete">;
  restore: MarkOf<"restore">;
  words: { saved: string; deleted: string };
  /** Comes once a new record is stored, where its form is still there. */
  onMade: (stored: B) => void;
  /** Comes once the record is deleted, where its form is still there: what was opened meanwhile stays open. */
  onGone: () => void;
};

type Now<B, D> = {
  base: B | null;
  draft: D;
  /** What a save met that another one stored meanwhile, in the same fields. */
  conflict: B | null;
  error: CommandError | null;
  /** What `check` said at the last save. */
  own: Record<string, string>;
  /** When it was typed, where an earlier page left it. RFC 3339. */
  at: string | null;
  /** What was sent last and is not known to be stored. */
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
  // Stored elsewhere, and nothing typed here: what is stored is shown. (Set while rendering, so that the old state is
  // never seen.)
  if (stored && base && stored.version > base.version && changed.length === 0)
    set(startFrom(stored, draftOf(stored)));

  // A new record has its id once it is stored; its form stays.
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

  /** A save whose answer was lost, tried again, goes under its id. */
  const operationOf = (onto: B | null, typed: D) => {
    const { sent: before, base: from, draft: now } = latest.current;
    const isAgain = before && JSON.stringify(before.draft) === JSON.stringify(typed);
    const sent = isAgain && onto === from ? before : { id: crypto.randomUUID(), draft: typed };
    put({ ...latest.current, sent });
    // Before it leaves: a reload loses its answer.
    writeDraft({ kind, id }, { base: from, draft: now, sent, at: new Date().toISOString() });
    return sent.id;
  };
  /** For a form that goes away with nothing of it left. */
  const forget = () => {
    isLetGo.current = true;
    writeDraft({ kind, id }, null);
  };
  const restoration = useCommandMutation(options.restore);
  const removal = useCommandMutation(options.remove, {
    // Before the lists are fetched again: where the form is of a record in its list, it goes with it.
    onAnswer: (_, { id: removed }) => {
      forget();
      showUndoable(options.words.deleted, () => restoration.mutateAsync({ id: removed }));
      if (isThere()) options.onGone();
    },
  });
  const store = async (onto: B | null, typed: D): Promise<void> => {
    try {
      const next = await options.write(onto, typed, operationOf(onto, typed));
      // What was typed since stays typed.
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
  /** Of what was stored nothing is kept any more, also where the form is gone by now. */
  const settle = (next: B, rest: D) => {
    writeDraft({ kind, id: latest.current.base?.id ?? "new" }, null);
    const isOver = isLetGo.current || listChanged(draftOf(next), rest).length === 0;
    const kept = { base: next, draft: rest, at: new Date().toISOString() };
    writeDraft({ kind, id: next.id }, isOver ? null : kept);
  };
  const run = async (onto: B | null, typed: D) => {
    if (saving) return;
    const own = options.check?.(typed) ?? {};
    put({ ...latest.current, own, error: null });
    if (Object.keys(own).length > 0) return;
    setSaving(true);
    await store(onto, typed).finally(() => setSaving(false));
  };
  const errors = { ...describe(error), ...now.own };
  return {
    base,
    draft,
    changed: changed.length > 0,
    saving,
    errors,
    /** Why it was not stored, where that is not said of a field. */
    refusal: error && Object.keys(errors).length === 0 ? error : null,
    isGone: base !== null && isNotFound(error),
    clash: conflict &&
      base && { theirs: conflict, fields: mergeDrafts(draftOf(base), draftOf(conflict), draft).clashes },
    /** Something is typed that is stored nowhere, at this moment. */
    kind,
    /** When it was typed, where an earlier page left it. RFC 3339. */
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
    /** Returns what brings it back. */
    discard: () => {
      const { base: from, draft: typed, error: refused } = latest.current;
      put({ ...startFrom(from, draftOf(from)), error: isNotFound(refused) ? refused : null });
      const kept = { base: from, draft: typed, at: new Date().toISOString() };
      return () => bringDraftBack({ kind, id }, kept);
    },
    /** Stores what is typed as a new record, where the one it was typed for is gone. */
    saveAsNew: () => void run(null, latest.current.draft),
    /** What was typed here is stored over what another save left. */
    keepMine: () => {
      const { base: from, draft: typed, conflict: theirs } = latest.current;
      if (!from || !theirs) return;
      const { merged } = mergeDrafts(draftOf(from), draftOf(theirs), typed);
      put(startFrom(theirs, merged));
      void run(theirs, merged);
    },
    /** What is typed in the fields in question is let go of; what else was typed stays typed. */
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
        // It is still gone, and what is typed of it has its two ways on.
        return showError(cause);
      }
      put({ ...latest.current, error: null });
    },
    /** It was deleted for good: nothing typed of it is asked about. */
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
  // One of an earlier version may lack a field.
  const draft = { ...draftOf(base), ...kept.draft };
  return { ...startFrom(base, draft), error: gone, at: kept.at, sent: kept.sent };
}

export type DraftFormState<B extends SavedRecord, D extends object> = ReturnType<typeof useDraftForm<B, D>>;
export type Words<D> = {
  label: (field: FieldOf<D>) => string;
  text: (draft: D, field: FieldOf<D>) => string;
};
