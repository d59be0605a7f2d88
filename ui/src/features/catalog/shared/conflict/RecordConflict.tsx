/** The conflict of a small record's form: the heading has the focus as it appears, the first field once it is over. */
import { useEffect, useId } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { focusFirstField } from "../../../../shared/desk/firstField";
import type { RecordFormState } from "../record/useRecordForm";
import { ConflictBox, type FieldWords } from "./ConflictBox";
import { wholeFields, type FieldOf } from "./threeWays";

/** A record as another person saved it. */
export type SavedRecord = { id: string | number; version: number; updatedAt: string };

type Props<B extends SavedRecord, D extends object> = {
  form: RecordFormState<B, D>;
  newer: B;
  draftOf: (base: B | null) => D;
  words: FieldWords<D, FieldOf<D>>;
};

export function RecordConflict<B extends SavedRecord, D extends object>({
  form,
  newer,
  draftOf,
  words,
}: Props<B, D>) {
  const { t } = useTranslation();
  const id = useId();
  useEffect(() => document.getElementById(id)?.focus(), [id]);
  const goOn = (merged: D) => {
    const element = document.getElementById(id)?.closest("form");
    flushSync(() => void form.saveMerged(newer, merged));
    focusFirstField(element);
  };
  return (
    <ConflictBox
      id={id}
      title={t("recordForm.conflict")}
      newer={newer}
      fields={wholeFields<D>()}
      words={words}
      base={form.baseDraft}
      theirs={draftOf(newer)}
      mine={form.draft}
      onMerge={goOn}
    />
  );
}
