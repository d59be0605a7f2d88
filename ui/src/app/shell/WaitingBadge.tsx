/** At the way to the personal assistant: how much is due or to be reviewed. The link's name says it in words. */
import { useFormats } from "../../i18n/language";
import classes from "./Navigation.module.css";

export function WaitingBadge({ count }: { count: number }) {
  const formats = useFormats();
  if (count === 0) return null;
  // No text of the link: speech control would have to say the figure right after the page's name.
  return <span className={classes.badge} data-count={formats.integer(count)} aria-hidden />;
}
