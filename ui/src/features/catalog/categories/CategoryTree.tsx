/** The tree: one row has the focus, arrows walk, open and close, a letter goes to the next name with it. */
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useRef, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import { useFormats } from "../../../i18n/language";
import { fold } from "../../../lib/text/text";
import desk from "../../../shared/desk/desk.module.css";
import classes from "./categories.module.css";
import type { TreeRow } from "./tree";
import type { Category } from "./types";

/** Rows that are drawn at most; a search reaches the others. */
const MOST = 2_000;

type Props = {
  rows: readonly TreeRow[];
  selected: Category | null;
  onSelect: (category: Category) => void;
  onOpen: (category: Category, isOpen: boolean) => void;
};

export function CategoryTree({ rows, selected, onSelect, onOpen }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const tree = useRef<HTMLUListElement>(null);
  const drawn = rows.slice(0, MOST);
  const at = Math.max(
    0,
    drawn.findIndex(({ category }) => category.name === selected?.name),
  );
  const focus = (place: number) =>
    tree.current?.querySelectorAll<HTMLElement>("[role=treeitem]")[place]?.focus();
  const onKeyDown = (event: KeyboardEvent, place: number) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const row = drawn[place];
    if (!row) return;
    const act = findStep(event.key, drawn, place, row);
    if (act === null) return;
    event.preventDefault();
    if (act === "select") onSelect(row.category);
    else if (act === "open" || act === "close") onOpen(row.category, act === "open");
    else focus(act);
  };
  return (
    <>
      <ul ref={tree} role="tree" className={`${desk.rows} ${classes.tree}`} aria-label={t("categories.list")}>
        {drawn.map((row, place) => (
          <li
            key={row.category.name}
            role="treeitem"
            className={classes.row}
            style={{ paddingInlineStart: `${(row.level - 1) * 18 + 4}px` }}
            data-row={row.category.name}
            aria-level={row.level}
            aria-setsize={row.count}
            aria-posinset={row.place}
            aria-expanded={row.isOpen ?? undefined}
            aria-selected={row.category.name === selected?.name}
            tabIndex={place === at ? 0 : -1}
            onClick={() => onSelect(row.category)}
            onKeyDown={(event) => onKeyDown(event, place)}
          >
            <Twist row={row} onOpen={onOpen} />
            <span className={classes.name}>
              <DataText text={row.category.name} />
            </span>{" "}
            <span className={classes.count}>{countText(row)}</span>
          </li>
        ))}
      </ul>
      {rows.length > MOST && (
        <p className={desk.none}>{t("categories.more", formats.placeCount(rows.length - MOST))}</p>
      )}
    </>
  );

  function countText({ category }: TreeRow): string {
    const { itemsInAll } = category;
    return t("categories.items", formats.placeCount(itemsInAll));
  }
}

/**
 * Draws the arrow that opens or closes a category of the tree by the mouse; the keyboard has arrows for it.
 */
function Twist({ row, onOpen }: { row: TreeRow; onOpen: Props["onOpen"] }) {
  const Icon = row.isOpen ? IconChevronDown : IconChevronRight;
  if (row.isOpen === null) return <span className={classes.twist} aria-hidden />;
  return (
    <span
      className={classes.twist}
      aria-hidden
      onClick={(event) => {
        event.stopPropagation();
        onOpen(row.category, !row.isOpen);
      }}
    >
      <Icon size={16} />
    </span>
  );
}

/** What a key does in a row: the place that gets the focus, something with the row itself, or nothing. */
function findStep(
  key: string,
  rows: readonly TreeRow[],
  place: number,
  row: TreeRow,
): number | "select" | "open" | "close" | null {
  switch (key) {
    case "ArrowDown":
      return Math.min(place + 1, rows.length - 1);
    case "ArrowUp":
      return Math.max(place - 1, 0);
    case "Home":
      return 0;
    case "End":
      return rows.length - 1;
    case "ArrowRight":
      return row.isOpen === null ? null : row.isOpen ? place + 1 : "open";
    case "ArrowLeft":
      return row.isOpen ? "close" : findParent(rows, place, row.level);
    case "Enter":
    case " ":
      return "select";
    default:
      return key.length === 1 ? findName(rows, place, key) : null;
  }
}

function findParent(rows: readonly TreeRow[], place: number, level: number): number | null {
  for (let above = place - 1; above >= 0; above -= 1) {
    if ((rows[above]?.level ?? level) < level) return above;
  }
  return null;
}

/** The next row whose name begins with a letter, from the beginning again behind the last one. */
function findName(rows: readonly TreeRow[], place: number, letter: string): number | null {
  const wanted = fold(letter);
  if (wanted === "") return null;
  for (let step = 1; step <= rows.length; step += 1) {
    const next = (place + step) % rows.length;
    if (fold(rows[next]?.category.name ?? "").startsWith(wanted)) return next;
  }
  return null;
}
