/**
 * The sheet itself: rows drawn as they come into view, one cell that the keys act on, and the focus
 * always in it. What the keys do to records is given in `actions`.
 */
import { useMediaQuery } from "@mantine/hooks";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useImperativeHandle, useRef, type ReactNode, type Ref } from "react";
import { useTranslation } from "react-i18next";
import type { Layout } from "../../../shared/filters/columns";
import classes from "./Grid.module.css";
import type { CellActs } from "./cells/GridCell";
import type { GridState } from "../../../shared/filters/gridState";
import { GridRowView } from "./GridRowView";
import { HeaderRow } from "./HeaderRow";
import { HEADER_HEIGHT, ROW_HEIGHT, SELECTOR_WIDTH } from "./measures";
import { isSelected, type RowSelection } from "./cursor/selection";
import { useGridFocus } from "./cursor/useGridFocus";
import { useGridKeys, type GridActions } from "./cursor/useGridKeys";
import type { GridCursor } from "./cursor/useGridCursor";
import type { CellState } from "./edits/useGridEdits";
import type { GridRows } from "./state/rows/useGridRows";
import { useGridPointer } from "./cursor/useGridPointer";

/** Free room below the last row, for what is said at a cell there. */
const FOOT = 140;
const OVERSCAN = 8;

export type GridHandle = {
  /** Gives the focus to the active cell, from wherever it is. */
  focus: () => void;
  /** The same, unless a person works elsewhere. */
  focusIfNowhere: () => void;
};

type Props = {
  gridRef: Ref<GridHandle>;
  rows: GridRows;
  total: number;
  layout: Layout;
  /** What is listed; of another, the first rows are shown. */
  state: GridState;
  cursor: GridCursor;
  selection: RowSelection;
  openId: string | null;
  /** The person may not write in it. */
  isReadOnly: boolean;
  states: ReadonlyMap<string, CellState>;
  actions: GridActions;
  acts: CellActs;
  onVisible: (first: number, last: number) => void;
  onPaste: (text: string) => void;
  onSelectRow: (index: number, extend: boolean) => void;
  onSelectAll: () => void;
  onSort: (column: string, also: boolean) => void;
  onResize: (column: string, width: number) => void;
  onMove: (column: string, by: number) => void;
  /** Stands below the header where there are no rows. */
  empty: ReactNode;
};

export function Grid(props: Props) {
  const { rows, total, layout, cursor, selection, actions } = props;
  const { t } = useTranslation();
  const trap = useRef<HTMLTextAreaElement>(null);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const holdFirst =
    useMediaQuery("(min-width: 760px)", undefined, { getInitialValueInEffect: false }) ?? true;
  const { active, range, editing } = cursor;
  const { scroller, focusActive, seekActive } = useGridFocus({
    cursor,
    layout,
    state: props.state,
    isListed: rows.isCertain,
    holdFirst,
  });
  const width = layout.reduce((sum, place) => sum + place.width, SELECTOR_WIDTH);

  // Its functions change what they give while they stay the same: nothing here is memoised by them.
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    scrollMargin: HEADER_HEIGHT,
    useFlushSync: false,
    // The active row is always drawn: the focus is in it, wherever one has scrolled.
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) =>
      withActive(Math.max(0, startIndex - overscan), Math.min(count - 1, endIndex + overscan), active.row),
  });
  const drawn = virtual.getVirtualItems();
  const first = virtual.range?.startIndex ?? 0;
  const last = virtual.range?.endIndex ?? 0;
  const { onVisible } = props;
  useEffect(() => onVisible(first, last), [first, last, onVisible]);

  useImperativeHandle(props.gridRef, () => ({
    focus: () => seekActive(true),
    focusIfNowhere: () => seekActive(false),
  }));

  /** Of the row that is written in it is its own item that is drawn, also until it is known where that stands now. */
  const rowAt = (index: number) => {
    const row = rows.rowAt(index);
    if (!editing || index !== active.row) return row;
    return row?.item.id === editing.row.item.id ? row : editing.row;
  };
  const pageRows = Math.max(
    1,
    Math.floor(((scroller.current?.clientHeight ?? 600) - HEADER_HEIGHT) / ROW_HEIGHT) - 1,
  );
  const size = { rows: total, columns: layout.length };
  const onKeyDown = useGridKeys(cursor, size, pageRows, {
    ...actions,
    awaitPaste: () => {
      trap.current?.focus({ preventScroll: true });
      // Where the browser pastes nothing, the focus comes back all the same; not in the middle of another paste.
      clearTimeout(waiting.current);
      waiting.current = setTimeout(() => document.activeElement === trap.current && focusActive(), 300);
    },
  });
  const pointer = useGridPointer({ cursor, onSelectRow: props.onSelectRow });

  return (
    <div
      ref={scroller}
      role="grid"
      className={classes.scroller}
      aria-label={t("grid.label")}
      aria-rowcount={total + 1}
      aria-colcount={layout.length + 1}
      aria-multiselectable
      aria-readonly={props.isReadOnly || undefined}
      aria-busy={rows.loading}
      onKeyDown={onKeyDown}
      // A busy machine pastes late: the focus is in the cell again then, and most browsers tell a cell too.
      onPaste={(event) => {
        if (event.target !== trap.current && !isCell(event.target)) return;
        event.preventDefault();
        props.onPaste(event.clipboardData.getData("text/plain"));
        focusActive();
      }}
      {...pointer}
    >
      <HeaderRow
        layout={layout}
        width={width}
        sort={props.state.sort}
        activeColumn={active.row === -1 || total === 0 ? active.column : null}
        allSelected={selection.kind === "all"}
        holdFirst={holdFirst}
        onSelectAll={props.onSelectAll}
        onSort={props.onSort}
        onResize={props.onResize}
        onMove={props.onMove}
        onFocus={(column) => cursor.go({ row: -1, column })}
      />
      <div
        className={classes.rows}
        style={{ width, height: total === 0 ? 0 : virtual.getTotalSize() + FOOT }}
      >
        {drawn.map(({ index, start }) => {
          const row = rowAt(index);
          return (
            <GridRowView
              key={cursor.keyOf(index)}
              row={row}
              index={index}
              top={start - HEADER_HEIGHT}
              width={width}
              layout={layout}
              activeColumn={active.row === index ? active.column : null}
              range={index >= range.top && index <= range.bottom && active.row >= 0 ? range : null}
              editing={active.row === index ? editing : null}
              remarkClosed={active.row === index && cursor.remarkClosed}
              selected={row !== undefined && isSelected(selection, row.item.id)}
              opened={row !== undefined && row.item.id === props.openId}
              states={props.states}
              holdFirst={holdFirst}
              acts={props.acts}
            />
          );
        })}
      </div>
      {total === 0 && props.empty && (
        <div role="row">
          <div role="gridcell">{props.empty}</div>
        </div>
      )}
      {/* A browser gives what is pasted to a field for sure. */}
      <textarea ref={trap} className={classes.trap} tabIndex={-1} aria-hidden />
    </div>
  );
}

/** Itself, and nothing in it, as a field that is open there. */
function isCell(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.dataset["at"] !== undefined;
}

function withActive(from: number, to: number, active: number): number[] {
  const indexes = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
  if (active >= 0 && active < from) return [active, ...indexes];
  return active > to ? [...indexes, active] : indexes;
}
