/**
 * The form of a record as small as a question or a group of synonyms: what is typed, storing it, both
 * versions where another person was first, and deletion, which asks nothing because it can be taken back.
 */
import type { CommandError } from "../../../api/command";
import { showToast } from "../../../components/toast/toasts";
import { useErrorToast } from "../../../components/toast/useErrorToast";
import { useUndoToast } from "../../../components/toast/useUndoToast";
import { useFieldErrors } from "../../../shared/forms/fieldErrors";
import { currentOf } from "../../../shared/forms/refusal";
import { useKeptForm, type KeptFormOptions } from "./useKeptForm";

type Answers<R> = { onSuccess?: (answer: R) => void; onError?: (error: CommandError) => void };
/** A command that writes, as `useCommandMutation` gives it. */
type Write<V, R> = {
  mutate: (request: V, answers?: Answers<R>) => void;
  reset: () => void;
  error: CommandError | null;
  isPending: boolean;
};

type Stored = { id: string | number };
type Options<B extends Stored, D, K> = KeptFormOptions<B, D> & {
  /** What names the record in an update, with the version that was read. */
  keyOf: (base: B) => K;
  create: Write<D, B>;
  update: Write<D & K, B>;
  remove: Write<{ id: B["id"] }, unknown>;
  restore: Write<{ id: B["id"] }, unknown>;
  describeSaved: (stored: B) => string;
  describeDeleted: (base: B) => string;
  onSaved: (stored: B) => void;
  onGone: () => void;
};

export function useRecordForm<B extends Stored, D extends object, K>(options: Options<B, D, K>) {
  const { draftOf, create, update, remove, restore } = options;
  const form = useKeptForm<B, D>(options);
  const { base, draft } = form;
  const showError = useErrorToast();
  const showUndoable = useUndoToast();
  const refusal = create.error ?? update.error;
  const errors = useFieldErrors()(refusal);

  const finishSaving = (stored: B) => {
    form.rebase(stored, draftOf(stored));
    form.forget();
    showToast({ text: options.describeSaved(stored), tone: "info" });
    options.onSaved(stored);
  };
  /** Stores what is typed; `onStored` goes on from there. */
  const save = (onStored?: (stored: B) => void) => {
    const onSuccess = (stored: B) => {
      finishSaving(stored);
      onStored?.(stored);
    };
    if (base) update.mutate({ ...options.keyOf(base), ...draft }, { onSuccess });
    else create.mutate(draft, { onSuccess });
  };
  const theirs = currentOf<B>(refusal);
  const resolve = (stored: B, typed: D) => {
    update.reset();
    form.rebase(stored, typed);
  };
  /** Stores what both versions were merged to, where anything of this one is left in it. */
  const saveMerged = (stored: B, typed: D) => {
    resolve(stored, typed);
    if (JSON.stringify(typed) === JSON.stringify(draftOf(stored))) return;
    update.mutate({ ...options.keyOf(stored), ...typed }, { onSuccess: finishSaving });
  };
  const forgetRefusal = () => {
    create.reset();
    update.reset();
  };
  const drop = () => {
    if (!base) return;
    const named = { id: base.id };
    const bringBack = () => {
      form.bringBack();
      restore.mutate(named, { onError: showError });
    };
    const onSuccess = () => {
      form.forget();
      showUndoable(options.describeDeleted(base), bringBack);
      options.onGone();
    };
    remove.mutate(named, { onSuccess, onError: showError });
  };

  return {
    ...form,
    change: (part: Partial<D>) => form.setDraft({ ...draft, ...part }),
    discard: () => {
      // A refused save has met what is stored by now.
      if (theirs) resolve(theirs, draftOf(theirs));
      else form.setDraft(draftOf(base));
    },
    save,
    saving: create.isPending || update.isPending,
    /** Why it was not stored, where that is not said of a field. */
    refusal: Object.keys(errors).length === 0 ? refusal : null,
    errors,
    forgetRefusal,
    /** What another person stored meanwhile. */
    theirs,
    saveMerged,
    drop,
    dropping: remove.isPending,
  };
}

export type RecordFormState<B extends Stored, D extends object> = ReturnType<
  typeof useRecordForm<B, D, unknown>
>;
