/** The sheet with everything around it: what is asked, what is chosen, what was done. */
import { useCallback, useEffect, useImperativeHandle, useRef, useState, type Ref } from "react";
import { useTranslation } from "react-i18next";
import { ErrorNotice } from "../../../components/ErrorNotice";
import { useStable } from "../../../lib/hooks/useStable";
import { BulkDialog } from "./bulk/BulkDialog";
import { CellWordsProvider, useNewCellWords } from "./cells/cellWords";
import {
  moveColumn,
  resizeColumn,
  storedLayout,
  storeLayout,
  toggleColumn,
  type Layout,
} from "../../../shared/filters/columns";
import { Grid, type GridHandle } from "./Grid";
import classes from "./GridDesk.module.css";
import { GridEmpty } from "./GridEmpty";
import { GridFoot } from "./toolbar/GridFoot";
import { addRows, ALL_ROWS, countSelected, NO_ROWS, toggleRow, type RowSelection } from "./cursor/selection";
import { NarrowedNotice } from "./toolbar/NarrowedNotice";
import { SelectionBar } from "./toolbar/SelectionBar";
import { MergeDialog } from "./merge/MergeDialog";
import { GRID_SEARCH_ID, Toolbar } from "./toolbar/Toolbar";
import { ConflictAnnouncer } from "../unsaved/ConflictAnnouncer";
import { LeaveGuard } from "../unsaved/leaving/LeaveGuard";
import { useQueueNews } from "../unsaved/queue/useQueueNews";
import { UndoConflicts } from "./edits/UndoConflicts";
import { useFindCell } from "./state/useFindCell";
import { useGridActions } from "./state/useGridActions";
import { useGridCursor } from "./cursor/useGridCursor";
import { useGridEdits } from "./edits/useGridEdits";
import { useGridRows } from "./state/useGridRows";
import { useGridState } from "./state/useGridState";
import { useSort } from "./state/useSort";
import { useUndo } from "./edits/useUndo";
import { useVisiblePages } from "./state/useVisiblePages";

export type GridDeskHandle = GridHandle & {
  /** The item before (-1) or after (1) another in the order of the grid. */
  neighbour: (id: string, by: 1 | -1) => Promise<string | null>;
};

type Props = {
  deskRef: Ref<GridDeskHandle>;
  openId: string | null;
  onOpen: (id: string) => void;
};

export function GridDesk(props: Props) {
  return (
    <CellWordsProvider value={useNewCellWords()}>
      <Desk {...props} />
    </CellWordsProvider>
  );
}

function Desk({ deskRef, openId, onOpen }: Props) {
  const { t } = useTranslation();
  const [state, change] = useGridState();
  const [layout, setLayoutState] = useState<Layout>(storedLayout);
  const [selection, setSelection] = useState<RowSelection>(NO_ROWS);
  const [bulk, setBulk] = useState(false);
  const [merging, setMerging] = useState(false);
  const [visible, setVisible] = useState({ first: 0, last: 0 });
  const rows = useGridRows(state, useVisiblePages(visible.first, visible.last));
  const total = rows.total ?? 0;
  const edits = useGridEdits(state);
  const cursor = useGridCursor({ rows: total, columns: layout.length });
  const { undo, redo } = useUndo();
  const { conflicts, closeConflicts } = useQueueNews();
  const grid = useRef<GridHandle>(null);

  const setLayout = (next: Layout) => {
    setLayoutState(next);
    storeLayout(next);
  };
  const actions = useGridActions({ rows, layout, cursor, edits, total, onOpen });
  const activeColumn = layout[cursor.active.column]?.column;
  const onVisible = useCallback((first: number, last: number) => setVisible({ first, last }), []);

  // What was selected belongs to what was listed.
  const [selectedIn, setSelectedIn] = useState(state);
  if (selectedIn !== state) {
    setSelectedIn(state);
    if (selection.kind === "all") setSelection(NO_ROWS);
    if (edits.outdated) edits.refreshed();
  }
  useFirstFocus(grid, rows.total !== null && openId === null);
  useNeighbour(deskRef, grid, rows, total);

  const lastSelected = useRef(0);
  const selectRow = useStable((index: number, extend: boolean) => {
    const row = rows.rowAt(index);
    if (!row) return;
    if (!extend) setSelection(toggleRow(selection, row.item.id));
    else {
      const [from, to] = [lastSelected.current, index].toSorted((a, b) => a - b);
      void rows.fetchRows(from ?? 0, to ?? 0).then((between) =>
        setSelection((current) =>
          addRows(
            current,
            between.map(({ item }) => item.id),
          ),
        ),
      );
    }
    lastSelected.current = index;
  });
  const toggleActiveRows = () => {
    const { top, bottom } = cursor.range;
    if (top === bottom) selectRow(cursor.active.row, false);
    else
      void rows.fetchRows(top, bottom).then((between) =>
        setSelection((current) =>
          addRows(
            current,
            between.map(({ item }) => item.id),
          ),
        ),
      );
  };
  const selectAll = () => setSelection(selection.kind === "all" ? NO_ROWS : ALL_ROWS);
  const sort = useSort(state, rows, change);
  const refresh = () => {
    edits.refreshed();
    void rows.refresh();
  };
  const { find, narrowedTo, widen } = useFindCell({ rows, layout, state, change, cursor, onOpen });
  const selected = countSelected(selection, total);
  const filtered = state.text.trim() !== "" || state.filters.length > 0;

  return (
    <div className={classes.desk}>
      <Toolbar
        state={state}
        onChange={change}
        layout={layout}
        onLayout={setLayout}
        busy={rows.loading}
        onNew={() => onOpen("new")}
        onMerge={() => setMerging(true)}
        onLeave={() => grid.current?.focus()}
      />
      <NarrowedNotice
        name={narrowedTo}
        onWiden={() => {
          widen();
          grid.current?.focus();
        }}
      />
      {selected > 0 && (
        <SelectionBar
          count={selected}
          total={total}
          all={selection.kind === "all"}
          onAll={() => setSelection(ALL_ROWS)}
          onNone={() => {
            setSelection(NO_ROWS);
            grid.current?.focus();
          }}
          onEdit={() => setBulk(true)}
        />
      )}
      {rows.error && (
        <div className={classes.error}>
          <ErrorNotice
            title={t("grid.failed")}
            error={rows.error}
            onRetry={rows.retry}
            retrying={rows.loading}
          />
        </div>
      )}
      <Grid
        gridRef={grid}
        rows={rows}
        total={total}
        layout={layout}
        state={state}
        cursor={cursor}
        selection={selection}
        openId={openId}
        states={edits.states}
        acts={actions.acts}
        onVisible={onVisible}
        onPaste={(text) => void actions.paste(text)}
        onSelectRow={selectRow}
        onSelectAll={selectAll}
        onSort={sort}
        onResize={(column, width) => setLayout(resizeColumn(layout, column, width))}
        onMove={(column, by) => setLayout(moveColumn(layout, column, by))}
        actions={{
          copy: actions.copy,
          awaitPaste: () => {},
          fillDown: actions.fillDown,
          clear: actions.clear,
          undo,
          redo,
          open: () => {
            const row = rows.rowAt(cursor.active.row);
            if (row) onOpen(row.item.id);
          },
          create: () => onOpen("new"),
          toggleRow: toggleActiveRows,
          selectAll,
          escape: () => {
            if (actions.escapeCell()) return true;
            if (selected === 0) return false;
            setSelection(NO_ROWS);
            return true;
          },
          sort: (also) => activeColumn !== undefined && sort(activeColumn, also),
          moveColumn: (by) => {
            if (activeColumn === undefined) return;
            setLayout(moveColumn(layout, activeColumn, by));
            cursor.go({ row: -1, column: cursor.active.column + by });
          },
          resizeColumn: (by) => {
            const place = layout[cursor.active.column];
            if (place) setLayout(resizeColumn(layout, place.column, place.width + by));
          },
          hideColumn: () => activeColumn !== undefined && setLayout(toggleColumn(layout, activeColumn)),
          focusSearch: () => document.getElementById(GRID_SEARCH_ID)?.focus(),
          canEdit: actions.canEdit,
          focusChoices: actions.focusChoices,
        }}
        empty={
          rows.total === 0 && (
            <GridEmpty filtered={filtered} onClear={() => change({ text: "", filters: [] })} />
          )
        }
      />
      <GridFoot
        total={rows.total}
        average={rows.averageCompleteness}
        cursor={cursor}
        onFind={find}
        onLeave={() => grid.current?.focus()}
        outdated={edits.outdated}
        onRefresh={refresh}
        onUndo={undo}
        onRedo={redo}
      />
      <BulkDialog
        opened={bulk}
        selection={selection}
        state={state}
        layout={layout}
        onClose={() => {
          setBulk(false);
          grid.current?.focus();
        }}
        onUndo={undo}
      />
      <MergeDialog
        opened={merging}
        onClose={() => {
          setMerging(false);
          grid.current?.focus();
        }}
        onUndo={undo}
      />
      <ConflictAnnouncer />
      <LeaveGuard />
      <UndoConflicts undone={conflicts} onClose={closeConflicts} />
    </div>
  );
}

/** A dialog that brought a person here is closed after so many looks, one every 50 ms. */
const CLOSING_LOOKS = 40;

/** The focus is in the sheet at once, unless a form is open or the focus went elsewhere meanwhile. */
function useFirstFocus(grid: React.RefObject<GridHandle | null>, there: boolean) {
  const done = useRef(false);
  useEffect(() => {
    if (!there || done.current) return;
    done.current = true;
    let looks = 0;
    let next: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const { activeElement } = document;
      if (activeElement === document.body || activeElement?.tagName === "MAIN") grid.current?.focus();
      // The palette holds the focus until it has faded out.
      else if (activeElement?.closest("[role=dialog]") && looks++ < CLOSING_LOOKS)
        next = setTimeout(look, 50);
    };
    look();
    return () => clearTimeout(next);
  }, [grid, there]);
}

function useNeighbour(
  deskRef: Ref<GridDeskHandle>,
  grid: React.RefObject<GridHandle | null>,
  rows: ReturnType<typeof useGridRows>,
  total: number,
) {
  useImperativeHandle(deskRef, () => ({
    focus: () => grid.current?.focus(),
    neighbour: async (id, by) => {
      const at = rows.indexOf(id);
      const to = at === null ? (by > 0 ? 0 : -1) : at + by;
      if (to < 0 || to >= total) return null;
      const [row] = await rows.fetchRows(to, to);
      return row?.item.id ?? null;
    },
  }));
}
