/** What other features add to the form: beside the fields where there is room, and below them. */
import classes from "./Editor.module.css";
import { HistorySection } from "./HistorySection";
import { IndexedText } from "./IndexedText";
import type { ItemForm } from "./useItemForm";

/** The column at the right. Empty, it takes no room. */
export function FormAside({ form }: { form: ItemForm }) {
  return <aside className={classes.aside} data-status={form.draft.status}></aside>;
}

/** Sections of an item that is stored. */
export function FormSections({ form }: { form: ItemForm }) {
  const { base } = form;
  if (!base) return null;
  return (
    <>
      <HistorySection form={form} itemId={base.id} />
      <IndexedText item={base} />
    </>
  );
}
