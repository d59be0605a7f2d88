/** A remark in the flow of a page: something to know (info), something missing (wait), something wrong (bad). */
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
