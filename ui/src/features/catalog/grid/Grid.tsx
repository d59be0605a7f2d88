/**
 * The sheet itself: rows drawn as they come into view, one cell that the keys act on, and the focus
 * always in it. What the keys do to records is given in `actions`.
 */
import { useMediaQuery } from "@mantine/hooks";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, type ReactNode, type Ref } from "react";
import { useTranslation } from "react-i18next";
import type { Layout } from "../../../shared/filters/columns";
import classes from "./Grid.module.css";
import type { CellActs } from "./cells/GridCell";
import type { GridState } from "../../../shared/filters/gridState";
import { GridRowView, ROW_HEIGHT, SELECTOR_WIDTH } from "./GridRowView";
import { HeaderRow } from "./HeaderRow";
import { isSelected, type Cell, type RowSelection } from "./cursor/selection";
import { useGridKeys, type GridActions } from "./cursor/useGridKeys";
import type { GridCursor } from "./cursor/useGridCursor";
import type { CellState } from "./edits/useGridEdits";
import type { GridRows } from "./state/useGridRows";
import { useGridPointer } from "./cursor/useGridPointer";

const HEADER_HEIGHT = 34;
/** Free room below the last row, for what is said at a cell there. */
const FOOT = 140;
const OVERSCAN = 8;

export type GridHandle = { focus: () => void };

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
  const scroller = useRef<HTMLDivElement>(null);
  const trap = useRef<HTMLTextAreaElement>(null);
  const holdFirst = useMediaQuery("(min-width: 760px)", undefined, { getInitialValueInEffect: false });
  const { active, range, editing } = cursor;
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

  const listed = useRef(props.state);
  useLayoutEffect(() => {
    const pane = scroller.current;
    if (listed.current === props.state || !pane) return;
    listed.current = props.state;
    pane.scrollTop = 0;
    cursor.restart(pane.contains(document.activeElement));
  }, [props.state, cursor]);

  const focusActive = () => {
    const cell = scroller.current?.querySelector<HTMLElement>(`[data-at="${active.row}:${active.column}"]`);
    cell?.focus({ preventScroll: true });
  };
  const followed = useRef(cursor.moves);
  useLayoutEffect(() => {
    if (followed.current === cursor.moves) return;
    followed.current = cursor.moves;
    if (scroller.current) bringIntoView(scroller.current, active, layout, holdFirst ?? true);
    focusActive();
  });
  useImperativeHandle(props.gridRef, () => ({ focus: focusActive }));

  const pageRows = Math.max(
    1,
    Math.floor(((scroller.current?.clientHeight ?? 600) - HEADER_HEIGHT) / ROW_HEIGHT) - 1,
  );
  const size = { rows: total, columns: layout.length };
  const onKeyDown = useGridKeys(cursor, size, pageRows, {
    ...actions,
    awaitPaste: () => {
      trap.current?.focus({ preventScroll: true });
      // Where the browser pastes nothing, the focus comes back all the same.
      setTimeout(() => document.activeElement === trap.current && focusActive(), 300);
    },
  });
  const pointer = useGridPointer({
    cursor,
    onSelectRow: props.onSelectRow,
    focusChoices: actions.focusChoices,
  });

  return (
    <div
      ref={scroller}
      role="grid"
      className={classes.scroller}
      aria-label={t("grid.label")}
      aria-rowcount={total + 1}
      aria-colcount={layout.length + 1}
      aria-multiselectable
      aria-busy={rows.loading}
      onKeyDown={onKeyDown}
      {...pointer}
    >
      <HeaderRow
        layout={layout}
        width={width}
        sort={props.state.sort}
        activeColumn={active.row === -1 || total === 0 ? active.column : null}
        allSelected={selection.kind === "all"}
        holdFirst={holdFirst ?? true}
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
          const row = rows.rowAt(index);
          return (
            <GridRowView
              key={index}
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
              holdFirst={holdFirst ?? true}
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
      <textarea
        ref={trap}
        className={classes.trap}
        tabIndex={-1}
        aria-hidden
        onPaste={(event) => {
          event.preventDefault();
          props.onPaste(event.clipboardData.getData("text/plain"));
          focusActive();
        }}
      />
    </div>
  );
}

function withActive(from: number, to: number, active: number): number[] {
  const indexes = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
  if (active >= 0 && active < from) return [active, ...indexes];
  return active > to ? [...indexes, active] : indexes;
}

function bringIntoView(pane: HTMLElement, { row, column }: Cell, layout: Layout, holdFirst: boolean): void {
  if (row >= 0) {
    const top = row * ROW_HEIGHT;
    const room = pane.clientHeight - HEADER_HEIGHT - ROW_HEIGHT;
    if (top < pane.scrollTop) pane.scrollTop = top;
    else if (top > pane.scrollTop + room) pane.scrollTop = top - room;
  }
  const held = SELECTOR_WIDTH + (holdFirst ? (layout[0]?.width ?? 0) : 0);
  if (column < (holdFirst ? 1 : 0)) return;
  const left = layout.slice(0, column).reduce((sum, place) => sum + place.width, SELECTOR_WIDTH);
  const right = left + (layout[column]?.width ?? 0);
  if (left < pane.scrollLeft + held) pane.scrollLeft = left - held;
  else if (right > pane.scrollLeft + pane.clientWidth)
    pane.scrollLeft = Math.min(left - held, right - pane.clientWidth);
}
