/** At the way to the catalog: how many cells of the sheet and how many forms are not stored. The link's name says it in words. */
import { useFormats } from "../../i18n/language";
import type { UnsavedCount } from "../../features/catalog/unsaved/useUnsavedCount";
import classes from "./Navigation.module.css";

export function UnsavedBadge({ unsaved: { count, held, others, drafts } }: { unsaved: UnsavedCount }) {
  const formats = useFormats();
  if (count === 0) return null;
  return (
    // No text of the link: speech control would have to say the figure right after the page's name.
    <span
      className={classes.badge}
      data-count={formats.integer(count)}
      data-tone={held + others + drafts > 0 ? "wait" : undefined}
      aria-hidden
    />
  );
}
