/**
 * Groups of rows in one list, a page of them at a time. Where the row that has the focus leaves it, as a reminder that is
 * done, the one in its place has it, and the page where there is none.
 */
import { Button } from "@mantine/core";
import { useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useLostFocus } from "../../lib/hooks/useLostFocus";
import desk from "../../shared/desk/desk.module.css";
import classes from "./personal.module.css";

/** Rows that are drawn at first, and as many more each time. */
const PAGE = 100;

export type RowGroup = {
  /** Already translated; absent where it is the only one. */
  title?: string;
  rows: ReactNode[];
  /** What stands below the rows. */
  below?: ReactNode;
};

type Props = {
  label: string;
  groups: readonly RowGroup[];
  /** How many there are, where only some of them were asked for. */
  total?: number;
  /** Asks for at least so many. */
  onMore?: (count: number) => void;
  isLoading?: boolean;
};

export function RowList({ label, groups, total, onMore, isLoading = false }: Props) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const at = useRef(0);
  const [limit, setLimit] = useState(PAGE);
  const listRows = () => Array.from(box.current?.querySelectorAll<HTMLElement>("[data-row]") ?? []);
  useLostFocus(
    box,
    () => {
      const rows = listRows();
      const next = rows[Math.min(at.current, rows.length - 1)];
      (next ?? document.querySelector<HTMLElement>("main"))?.focus();
    },
    (element) => {
      const rows = listRows();
      const place = rows.findIndex((row) => row.closest("li")?.contains(element));
      // Below the last row stands the button: in its place come more rows.
      at.current = place < 0 ? rows.length : place;
    },
  );
  const fetched = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  const all = Math.max(total ?? fetched, fetched);
  const drawn = cutGroups(groups, limit);
  const shown = Math.min(limit, fetched);
  const canShowMore = shown < fetched || (onMore !== undefined && fetched < all);
  return (
    <div ref={box} className={classes.groups} role="group" aria-label={label}>
      {drawn.map(
        ({ title, rows, below }) =>
          rows.length > 0 && (
            <section key={title ?? ""} aria-label={title}>
              {title && <h2 className={classes.group}>{title}</h2>}
              <ul className={desk.rows}>{rows}</ul>
              {below}
            </section>
          ),
      )}
      {canShowMore && (
        <Button
          fullWidth
          variant="subtle"
          aria-busy={isLoading}
          onClick={() => {
            setLimit(limit + PAGE);
            onMore?.(limit + PAGE);
          }}
        >
          {t("personal.more", { shown, total: all })}
        </Button>
      )}
      {!canShowMore && fetched < all && (
        <p className={desk.none}>{t("personal.most", { shown: fetched, total: all })}</p>
      )}
    </div>
  );
}

/** Cuts the grouped list of personal records to the first `limit` rows. */
function cutGroups(groups: readonly RowGroup[], limit: number): RowGroup[] {
  let left = limit;
  return groups.map((group) => {
    const rows = group.rows.slice(0, left);
    left -= rows.length;
    return { ...group, rows };
  });
}
