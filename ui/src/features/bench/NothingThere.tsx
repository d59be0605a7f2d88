/** In the place of a desk's list that is empty: that it is, and what would fill it. */
import type { ReactNode } from "react";
import classes from "./NothingThere.module.css";

type Props = {
  title: string;
  hint: string | null;
  /** The way to a first entry. */
  children?: ReactNode;
};

export function NothingThere({ title, hint, children }: Props) {
  return (
    <div className={classes.note}>
      <h2>{title}</h2>
      {hint !== null && <p>{hint}</p>}
      {children && <div className={classes.way}>{children}</div>}
    </div>
  );
}
