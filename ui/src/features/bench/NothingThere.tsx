/** In the place of a desk's list that is empty: that it is, and what would fill it. */
import classes from "./NothingThere.module.css";

export function NothingThere({ title, hint }: { title: string; hint: string | null }) {
  return (
    <div className={classes.note}>
      <h2>{title}</h2>
      {hint !== null && <p>{hint}</p>}
    </div>
  );
}
