/** One row: its number, which selects it, and its cells. */
import { memo } from "react";
import type { GridRow } from "./cells/cells";
import { useCellWords } from "./cells/cellWords";
import type { Layout } from "../../../shared/filters/columns";
import classes from "./Grid.module.css";
import { GridCell, type CellActs } from "./cells/GridCell";
import type { Range } from "./cursor/selection";
import type { Editing } from "./cursor/useGridCursor";
import { keyOf } from "../unsaved/queue/work/work";
import type { CellState } from "./edits/useGridEdits";
import { ROW_HEIGHT, SELECTOR_WIDTH } from "./measures";

type Props = {
  row: GridRow | undefined;
  index: number;
  /** Pixels from the top of the rows. */
  top: number;
  width: number;
  layout: Layout;
  /** The active column, where the row is the active one. */
  activeColumn: number | null;
  /** The columns of the selected block, where it reaches this row. */
  range: Range | null;
  editing: Editing | null;
  /** What is said at the active cell was closed. */
  remarkClosed: boolean;
  selected: boolean;
  /** Its form is open. */
  opened: boolean;
  states: ReadonlyMap<string, CellState>;
  /** Whether the first column stays while the others scroll. */
  holdFirst: boolean;
  acts: CellActs;
};

export const GridRowView = memo(function GridRowView(props: Props) {
  const { row, index, top, width, layout, activeColumn, range, editing, selected, opened, states, acts } =
    props;
  const { t, formats } = useCellWords();
  const number = formats.integer(index + 1);
  return (
    <div
      role="row"
      className={classes.row}
      style={{ transform: `translateY(${top}px)`, width, height: ROW_HEIGHT }}
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-selected={selected || undefined}
      data-opened={opened || undefined}
      data-active={activeColumn !== null || undefined}
      data-deleted={row?.deleted || undefined}
    >
      <div
        role="rowheader"
        className={classes.selector}
        tabIndex={activeColumn === -1 ? 0 : -1}
        aria-colindex={1}
        data-at={`${index}:-1`}
        data-active={activeColumn === -1 || undefined}
      >
        <span className="visually-hidden">{t(selected ? "grid.rowSelected" : "grid.row", { number })}</span>
        <span className={classes.number} aria-hidden>
          {number}
        </span>
        <span className={classes.box} aria-hidden />
      </div>
      {layout.map((place, columnIndex) => (
        <GridCell
          key={place.column}
          row={row}
          rowIndex={index}
          columnIndex={columnIndex}
          place={place}
          held={columnIndex === 0 && props.holdFirst ? SELECTOR_WIDTH : undefined}
          active={activeColumn === columnIndex}
          inRange={range !== null && columnIndex >= range.left && columnIndex <= range.right}
          editing={activeColumn === columnIndex ? editing : null}
          remarkClosed={activeColumn === columnIndex && props.remarkClosed}
          state={row && states.get(keyOf(row.item.id, place.column))}
          acts={acts}
        />
      ))}
    </div>
  );
});
