/** The conflict of an item's form: another person, or this tab in another place, saved first. */
import { useTranslation } from "react-i18next";
import type { Item } from "../../../../api/types";
import { useUndoToast } from "../../../../components/toast/useUndoToast";
import { fromItem, type Draft, type FieldName } from "../../../../shared/changes/draft";
import { useFieldLabel } from "../../../../shared/changes/useFieldLabel";
import { ConflictBox } from "../../shared/conflict/ConflictBox";
import { fieldId } from "../fields/FormField";
import { useFieldText } from "../fields/useFieldText";
import type { ItemForm } from "../useItemForm";
import { CONFLICT_ID, seekConflict } from "./conflictFocus";
import { ITEM_FIELDS } from "./itemFields";

export function ItemConflict({ form, newer }: { form: ItemForm; newer: Item }) {
  const { t } = useTranslation();
  const label = useFieldLabel();
  const text = useFieldText();
  const showUndoable = useUndoToast();
  const theirs = fromItem(newer, form.language);
  /** The choice takes this view away: one goes on at the first field that was in question. */
  const focusField = ([first = "name"]: readonly FieldName[]) =>
    (document.getElementById(fieldId(first)) ?? document.getElementById(fieldId("name")))?.focus();
  const merge = async (draft: Draft, conflicts: readonly FieldName[]) => {
    focusField(conflicts);
    if (!(await form.saveMerged(newer, draft))) seekConflict();
  };
  const takeTheirs = (conflicts: readonly FieldName[]) => {
    const bringBack = form.noteDraft();
    focusField(conflicts);
    form.rebase(newer, theirs);
    showUndoable(t("drafts.discarded"), bringBack);
  };
  return (
    <ConflictBox
      id={CONFLICT_ID}
      title={t(form.newerIsOwn ? "itemForm.conflict.ownTitle" : "itemForm.conflict.title")}
      newer={newer}
      fields={ITEM_FIELDS}
      words={{ label, text }}
      base={form.baseDraft}
      theirs={theirs}
      mine={form.draft}
      onMerge={(draft, conflicts) => void merge(draft, conflicts)}
      onTakeTheirs={takeTheirs}
    />
  );
}
