/**
 * The form of a record as small as a question or a group of synonyms: what is wrong with it stands at its fields, and
 * its deletion asks nothing because it can be taken back.
 */
import { useMemo } from "react";
import { useErrorToast } from "../../../../components/toast/useErrorToast";
import { useUndoToast } from "../../../../components/toast/useUndoToast";
import { useIsThere } from "../../../../lib/hooks/useIsThere";
import { useFieldErrors } from "../../../../shared/forms/fieldErrors";
import { isNotFound } from "../../../../shared/forms/refusal";
import { wholeFields, type FieldOf } from "../conflict/threeWays";
import { useKeptForm, type KeptFormOptions, type StoredRecord } from "./useKeptForm";

/** A command that writes, as `useCommandMutation` gives it. */
type Write<V> = {
  mutateAsync: (request: V) => Promise<unknown>;
  isPending: boolean;
};

type Options<B extends StoredRecord, D extends object> = Omit<
  KeptFormOptions<B, D, FieldOf<D>>,
  "fields" | "onAnswer"
> & {
  /** The record was deleted meanwhile; `stored` is what it was. */
  isGone: boolean;
  /** What a new record starts from is proposed by the program, and may be stored as it is. */
  isProposed?: boolean;
  remove: Write<{ id: B["id"] }>;
  restore: Write<{ id: B["id"] }>;
  describeDeleted: (base: B) => string;
  /** Comes once a new record is stored, where its form is still there. */
  onMade: (stored: B) => void;
  onGone: () => void;
};

export function useRecordForm<B extends StoredRecord, D extends object>(options: Options<B, D>) {
  const { remove, restore } = options;
  const fields = useMemo(() => wholeFields<D>(), []);
  const isThere = useIsThere();
  const onAnswer = (stored: B, isNew: boolean) => {
    if (isNew && isThere()) options.onMade(stored);
  };
  const form = useKeptForm<B, D, FieldOf<D>>({ ...options, fields, onAnswer });
  const { base, failure } = form;
  const showError = useErrorToast();
  const showUndoable = useUndoToast();
  const refusal = failure?.error ?? null;
  const errors = useFieldErrors()(refusal);
  const drop = () => {
    if (!base) return;
    const named = { id: base.id };
    const bringDraftBack = form.noteDraft();
    const bringBack = () => {
      bringDraftBack();
      return restore.mutateAsync(named);
    };
    // The way back is offered also where another record was opened meanwhile, which then stays open.
    const finish = () => {
      form.forget();
      showUndoable(options.describeDeleted(base), bringBack);
      if (isThere()) options.onGone();
    };
    void remove.mutateAsync(named).then(finish, showError);
  };
  const isGone = options.isGone || isNotFound(refusal);
  const isProposal = options.isProposed === true && base === null;
  return {
    ...form,
    kind: options.kind,
    isGone: base !== null && isGone,
    /** Brings a deleted record back; what is typed is then saved as ever. */
    bringBack: async () => {
      if (!base) return;
      await restore.mutateAsync({ id: base.id });
      form.forgetFailure();
    },
    changed: form.changed.length > 0,
    /** Nothing is typed, and what stands there can be stored all the same. */
    isProposal,
    /** Why it was not stored, where that is not said of a field. */
    refusal: Object.keys(errors).length === 0 && !isNotFound(refusal) ? refusal : null,
    errors,
    drop,
    dropping: remove.isPending,
  };
}

export type RecordFormState<B extends StoredRecord, D extends object> = ReturnType<
  typeof useRecordForm<B, D>
>;
