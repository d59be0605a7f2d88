/**
 * The form of a record as small as a question or a group of synonyms: what is typed, storing it, both
 * versions where another person was first, and deletion, which asks nothing because it can be taken back.
 */
import type { CommandError } from "../../../api/command";
import { showToast } from "../../../components/toast/toasts";
import { useErrorToast } from "../../../components/toast/useErrorToast";
import { useUndoToast } from "../../../components/toast/useUndoToast";
import { useIsThere } from "../../../lib/hooks/useIsThere";
import { useFieldErrors } from "../../../shared/forms/fieldErrors";
import { currentOf } from "../../../shared/forms/refusal";
import { useKeptForm, type KeptFormOptions } from "./useKeptForm";

type Answers<R> = { onSuccess?: (answer: R) => void; onError?: (error: CommandError) => void };
/** A command that writes, as `useCommandMutation` gives it. */
type Write<V, R> = {
  mutate: (request: V, answers?: Answers<R>) => void;
  /** Resolves also where the form is gone by then. */
  mutateAsync: (request: V) => Promise<R>;
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

  const isThere = useIsThere();
  const saving = create.isPending || update.isPending;

  const finishSaving = async (sent: D, write: Promise<B>, onStored?: (stored: B) => void) => {
    const stored = await write.catch((): null => null);
    // Why it was refused, the form shows.
    if (!stored) return;
    form.settle(sent, stored);
    showToast({ text: options.describeSaved(stored), tone: "info" });
    if (isThere()) options.onSaved(stored);
    onStored?.(stored);
  };
  /** Stores what is typed; `onStored` goes on from there. */
  const save = (onStored?: (stored: B) => void) => {
    // What is typed meanwhile is saved over the answer.
    if (saving) return;
    const write = base ? update.mutateAsync({ ...options.keyOf(base), ...draft }) : create.mutateAsync(draft);
    void finishSaving(draft, write, onStored);
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
    void finishSaving(typed, update.mutateAsync({ ...options.keyOf(stored), ...typed }));
  };
  const forgetRefusal = () => {
    // A save that is under way is none, and its answer is waited for.
    if (!refusal) return;
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
    discard: () => {
      // A refused save has met what is stored by now.
      if (theirs) resolve(theirs, draftOf(theirs));
      else form.change(draftOf(base));
    },
    save,
    saving,
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
