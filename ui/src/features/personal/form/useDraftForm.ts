/**
 * The form of a record of the personal assistant: what is typed over what is stored. Nothing of it is kept outside of
 * the page, for it is about people; the form asks before it is left instead.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useLayoutEffect, useRef, useState } from "react";
import { asCommandError, type CommandError, type CommandName } from "../../../api/command";
import { invalidatedTags, invalidateTags } from "../../../api/tags";
import { showToast } from "../../../components/toast/toasts";
import { useErrorToast } from "../../../components/toast/useErrorToast";
import { useUndoToast } from "../../../components/toast/useUndoToast";
import { useFieldErrors } from "../../../shared/forms/fieldErrors";
import { currentOf, isNotFound } from "../../../shared/forms/refusal";
import { listChanged, mergeDrafts, type FieldOf } from "./merge";

export type Saved = { id: string; version: number; updatedAt: string };

/** A command that deletes or restores, as `useCommandMutation` gives it. */
type Mark = {
  mutate: (
    request: { id: string },
    answers: { onSuccess?: () => void; onError: (error: CommandError) => void },
  ) => void;
  mutateAsync: (request: { id: string }) => Promise<unknown>;
};

type Options<B extends Saved, D extends object> = {
  /** What is stored as far as is known; null for a new record. */
  stored: B | null;
  draftOf: (base: B | null) => D;
  /** What can be said without asking the program, by field. */
  check?: (typed: D) => Record<string, string>;
  /** Stores `typed` over `onto`, or as a new record; asked twice for one id, it does nothing twice. */
  write: (onto: B | null, typed: D, operationId: string) => Promise<B>;
  /** The command whose declared effects a save has. */
  writes: CommandName;
  remove: Mark;
  restore: Mark;
  words: { saved: string; deleted: string };
  /** Comes once a new record is stored. */
  onMade: (stored: B) => void;
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
};

export function useDraftForm<B extends Saved, D extends object>(options: Options<B, D>) {
  const { stored, draftOf, remove, restore } = options;
  const client = useQueryClient();
  const showError = useErrorToast();
  const showUndoable = useUndoToast();
  const describe = useFieldErrors();
  const [saving, setSaving] = useState(false);
  const [now, set] = useState<Now<B, D>>(() => startFrom(stored, draftOf(stored)));
  const latest = useRef(now);
  const isLetGo = useRef(false);
  const sent = useRef<{ what: string; id: string } | null>(null);
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

  /** A save whose answer was lost, tried again, goes under its id. */
  const operationOf = (onto: B | null, typed: D) => {
    const what = JSON.stringify([onto?.version, typed]);
    if (sent.current?.what !== what) sent.current = { what, id: crypto.randomUUID() };
    return sent.current.id;
  };
  const store = async (onto: B | null, typed: D): Promise<void> => {
    try {
      const next = await options.write(onto, typed, operationOf(onto, typed));
      // What was typed since stays typed.
      put(startFrom(next, mergeDrafts(typed, draftOf(next), latest.current.draft).merged));
      void invalidateTags(client, invalidatedTags(options.writes));
      showToast({ tone: "info", text: options.words.saved });
      if (!onto) options.onMade(next);
    } catch (cause) {
      const refused = asCommandError(cause);
      const theirs = onto && currentOf<B>(refused);
      if (!onto || !theirs) return put({ ...latest.current, error: refused });
      const { merged, clashes } = mergeDrafts(draftOf(onto), draftOf(theirs), typed);
      if (clashes.length === 0) return store(theirs, merged);
      put({ ...latest.current, conflict: theirs });
    }
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
    isDirty: () => {
      const { base: from, draft: typed } = latest.current;
      return !isLetGo.current && listChanged(draftOf(from), typed).length > 0;
    },
    change: (part: Partial<D>) =>
      put({ ...latest.current, draft: { ...latest.current.draft, ...part }, own: {} }),
    save: () => {
      const { base: onto, draft: typed } = latest.current;
      if (!latest.current.conflict && (!onto || listChanged(draftOf(onto), typed).length > 0))
        void run(onto, typed);
    },
    discard: () => put(startFrom(latest.current.base, draftOf(latest.current.base))),
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
      await restore.mutateAsync({ id: base.id }).catch(showError);
      put({ ...latest.current, error: null });
    },
    /** It was deleted for good: nothing typed of it is asked about. */
    letGo: () => {
      isLetGo.current = true;
      options.onGone();
    },
    drop: () => {
      if (!base) return;
      const onSuccess = () => {
        isLetGo.current = true;
        showUndoable(options.words.deleted, () => restore.mutate({ id: base.id }, { onError: showError }));
        options.onGone();
      };
      remove.mutate({ id: base.id }, { onSuccess, onError: showError });
    },
  };
}

function startFrom<B, D>(base: B | null, draft: D): Now<B, D> {
  return { base, draft, conflict: null, error: null, own: {} };
}

export type DraftFormState<B extends Saved, D extends object> = ReturnType<typeof useDraftForm<B, D>>;
export type Words<D> = {
  label: (field: FieldOf<D>) => string;
  text: (draft: D, field: FieldOf<D>) => string;
};
