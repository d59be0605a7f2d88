/** A notice in the flow of a page: information (info), something missing (wait), an error (bad). */
import type { ReactNode } from "react";
import classes from "./Notice.module.css";

type Props = { icon: ReactNode; tone?: "info" | "wait" | "bad"; children: ReactNode };

export function Notice({ icon, tone = "info", children }: Props) {
  return (
    <div className={classes.notice} data-tone={tone} role="status">
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      <div className={classes.body}>{children}</div>
    </div>
  );
}
