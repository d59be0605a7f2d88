/** The sheet with everything around it: what is asked, what is chosen, what was done. */
import { useCallback, useImperativeHandle, useRef, useState, type Ref, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { ErrorNotice } from "../../../components/ErrorNotice";
import { findScanned } from "../../../shared/barcode/scan";
import { useMay } from "../../../shared/account/useMe";
import { moveColumn, resizeColumn } from "../../../shared/filters/columns";
import { ConflictAnnouncer } from "../unsaved/clash/ConflictAnnouncer";
import { OtherCatalogs } from "../unsaved/OtherCatalogs";
import { LeaveGuard } from "../unsaved/leaving/LeaveGuard";
import { CellWordsProvider, useNewCellWords } from "./cells/cellWords";
import { RowStock, useRowStock } from "./cells/rowStock";
import { RowThumbnails, useRowThumbnails } from "./cells/rowThumbnails";
import { useGridCursor } from "./cursor/useGridCursor";
import { useRowSelection } from "./cursor/useRowSelection";
import { useGridEdits } from "./edits/useGridEdits";
import { useUndo } from "./edits/undo/useUndo";
import { Grid, type GridHandle } from "./Grid";
import classes from "./GridDesk.module.css";
import { GridDialogs } from "./GridDialogs";
import { GridEmpty } from "./GridEmpty";
import { useFindCell } from "./state/useFindCell";
import { useFirstFocus } from "./state/useFirstFocus";
import { useGridActions } from "./state/useGridActions";
import { useGridLayout } from "./state/useGridLayout";
import { useGridRows, type GridRows } from "./state/rows/useGridRows";
import { useGridState } from "./state/useGridState";
import { useMissingItem } from "./state/useMissingItem";
import { useRelisting } from "./state/rows/useRelisting";
import { useRowsFailure } from "./state/rows/useRowsFailure";
import { useSort } from "./state/useSort";
import { useVisiblePages } from "./state/rows/useVisiblePages";
import { GridFoot } from "./toolbar/foot/GridFoot";
import { MissingNotice } from "./toolbar/MissingNotice";
import { NarrowedNotice } from "./toolbar/NarrowedNotice";
import { SelectionBar } from "./toolbar/SelectionBar";
import { Toolbar } from "./toolbar/Toolbar";

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
  const [layout, setLayout] = useGridLayout();
  const [dialog, setDialog] = useState<"bulk" | "merge" | null>(null);
  const [isBulkFilled, setBulkFilled] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const [visible, setVisible] = useState({ first: 0, last: 0 });
  const onVisible = useCallback((first: number, last: number) => setVisible({ first, last }), []);
  const edits = useGridEdits(state);
  const pages = useVisiblePages(visible.first, visible.last);
  const rows = useGridRows(state, pages, !edits.outdated && !edits.isMoving);
  const thumbnails = useRowThumbnails(rows, pages, layout);
  const stock = useRowStock(rows, pages, layout);
  const total = rows.total ?? 0;
  const mayEdit = useMay("edit");
  const cursor = useGridCursor({ rows: total, columns: layout.length }, rows, mayEdit);
  useRelisting(rows, edits, cursor);
  const selected = useRowSelection({ rows, total, cursor, state, onRefresh: edits.refreshed });
  const onSort = useSort(state, rows, change);
  const { undo, redo, undoOperation } = useUndo();
  const input = { rows, total, layout, setLayout, cursor, edits, selected, mayEdit, onSort, onOpen };
  const actions = useGridActions({ ...input, undo, redo });
  const missing = useMissingItem(onOpen);
  const { openItem } = missing;
  const { find, narrowedTo, widen } = useFindCell({ rows, layout, state, change, cursor, openItem });
  const grid = useRef<GridHandle>(null);
  const focusGrid = () => grid.current?.focus();
  useFirstFocus(grid, openId === null ? rows.total : null);
  useNeighbour({ deskRef, grid, rows, total, onRefresh: edits.refreshed });

  return (
    <div className={classes.desk}>
      <Toolbar
        state={state}
        onChange={change}
        layout={layout}
        onLayout={setLayout}
        busy={rows.loading}
        onNew={() => onOpen("new")}
        onScan={(text) => void findScanned(text).then((id) => id !== null && onOpen(id))}
        onMerge={() => setDialog("merge")}
        onLeave={focusGrid}
      />
      <OtherCatalogs onLeave={focusGrid} />
      <MissingNotice
        cell={missing.cell}
        onRestore={(cell) => {
          focusGrid();
          void missing.restore(cell).then((isThere) => isThere && find(cell));
        }}
        onForget={(cell) => {
          missing.forget(cell);
          focusGrid();
        }}
        onClose={() => {
          missing.close();
          focusGrid();
        }}
      />
      <NarrowedNotice
        name={narrowedTo}
        onWiden={() => {
          widen();
          focusGrid();
        }}
      />
      <SelectionBar selected={selected} total={total} onLeave={focusGrid} onEdit={() => setDialog("bulk")} />
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
      <RowThumbnails value={thumbnails}>
        <RowStock value={stock}>
          <Grid
            gridRef={grid}
            rows={rows}
            total={total}
            layout={layout}
            state={state}
            cursor={cursor}
            selection={selected.selection}
            openId={openId}
            isReadOnly={!mayEdit}
            states={edits.states}
            acts={actions.acts}
            actions={actions.keys}
            onVisible={onVisible}
            onPaste={actions.paste}
            onSelectRow={selected.selectRow}
            onSelectAll={selected.toggleAll}
            onSort={onSort}
            onResize={(column, width) => setLayout(resizeColumn(layout, column, width))}
            onMove={(column, by) => setLayout(moveColumn(layout, column, by))}
            empty={rows.total === 0 && <GridEmpty state={state} onChange={change} />}
          />
        </RowStock>
      </RowThumbnails>
      <GridFoot
        rows={rows}
        cursor={cursor}
        edits={edits}
        onFind={find}
        onLeave={focusGrid}
        onUndo={undo}
        onRedo={redo}
      />
      <GridDialogs
        opened={dialog}
        selection={selected.selection}
        state={state}
        layout={layout}
        isTyping={cursor.editing !== null}
        onLeave={focusGrid}
        onClose={() => {
          setDialog(null);
          focusGrid();
        }}
        onUndo={undoOperation}
        onFilled={setBulkFilled}
        isAsked={isLeaving}
      />
      <ConflictAnnouncer />
      <LeaveGuard isBulkFilled={isBulkFilled} onAsk={setLeaving} />
    </div>
  );
}

type NeighbourInput = {
  deskRef: Ref<GridDeskHandle>;
  grid: RefObject<GridHandle | null>;
  rows: GridRows;
  total: number;
  onRefresh: () => void;
};

function useNeighbour({ deskRef, grid, rows, total, onRefresh }: NeighbourInput) {
  const tellFailure = useRowsFailure(rows, onRefresh);
  useImperativeHandle(deskRef, () => ({
    focus: () => grid.current?.focus(),
    focusIfNowhere: () => grid.current?.focusIfNowhere(),
    neighbour: async (id, by) => {
      const at = rows.indexOf(id);
      const to = at === null ? (by > 0 ? 0 : -1) : at + by;
      if (to < 0 || to >= total) return null;
      try {
        const [row] = await rows.fetchRows(to, to);
        return row?.item.id ?? null;
      } catch (error) {
        tellFailure(error);
        return null;
      }
    },
  }));
}
