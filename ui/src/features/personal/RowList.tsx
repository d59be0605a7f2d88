/**
 * Groups of rows in one list. Where the row that has the focus leaves it, as a reminder that is done, the one in its
 * place has it, and the page where there is none.
 */
import { useRef, type ReactNode } from "react";
import { useLostFocus } from "../../lib/hooks/useLostFocus";
import desk from "../../shared/desk/desk.module.css";
import classes from "./personal.module.css";

export type RowGroup = {
  /** Already translated; absent where it is the only one. */
  title?: string;
  rows: ReactNode[];
};

export function RowList({ label, groups }: { label: string; groups: readonly RowGroup[] }) {
  const box = useRef<HTMLDivElement>(null);
  const at = useRef(0);
  const listRows = () => Array.from(box.current?.querySelectorAll<HTMLElement>("[data-row]") ?? []);
  useLostFocus(
    box,
    () => {
      const rows = listRows();
      const next = rows[Math.min(at.current, rows.length - 1)];
      (next ?? document.querySelector<HTMLElement>("main"))?.focus();
    },
    (element) => {
      at.current = listRows().findIndex((row) => row.closest("li")?.contains(element));
    },
  );
  return (
    <div ref={box} className={classes.groups} role="group" aria-label={label}>
      {groups.map(
        ({ title, rows }) =>
          rows.length > 0 && (
            <section key={title ?? ""} aria-label={title}>
              {title && <h2 className={classes.group}>{title}</h2>}
              <ul className={desk.rows}>{rows}</ul>
            </section>
          ),
      )}
    </div>
  );
}
