/** What was typed into a cell and is not stored, set as the stored value would be. */
import { kindOf } from "../../../../shared/filters/columns";
import classes from "./Cell.module.css";
import { Figure, Short } from "./CellContent";
import { isStatus, readTyped, valueOf, type GridRow } from "./cells";
import { useCellWords } from "./cellWords";

type Props = { row: GridRow; column: string; text: string };

export function TypedContent({ row, column, text }: Props) {
  const { t } = useCellWords();
  // Without a sign an emptied cell looks like one that was never filled.
  if (text === "") return <span className={classes.emptied}>{t("grid.emptied")}</span>;
  const kind = kindOf(column);
  if (kind === "status" && isStatus(text)) return t(`record.status.${text}`);
  const before = valueOf(row, column);
  const isFigure = kind === "price" || kind === "number" || typeof before === "number";
  return isFigure ? <Figure text={text} /> : <Short text={readTyped(column, text, before)} />;
}
