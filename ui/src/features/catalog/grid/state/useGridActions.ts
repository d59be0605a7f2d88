/** What the keys of the grid do: to values, to rows, to columns, and where they lead. */
import { moveColumn, resizeColumn, toggleColumn, type Layout } from "../../../../shared/filters/columns";
import type { GridCursor } from "../cursor/useGridCursor";
import type { GridActions } from "../cursor/useGridKeys";
import type { SelectedRows } from "../cursor/useRowSelection";
import { useActiveCell } from "../edits/useActiveCell";
import { useBlockEdits } from "../edits/useBlockEdits";
import { useCellActs } from "../edits/useCellActs";
import type { GridEdits } from "../edits/useGridEdits";
import { GRID_SEARCH_ID } from "../toolbar/GridSearch";
import type { GridRows } from "./rows/useGridRows";

type Input = {
  rows: GridRows;
  total: number;
  layout: Layout;
  setLayout: (layout: Layout) => void;
  cursor: GridCursor;
  edits: GridEdits;
  selected: SelectedRows;
  mayEdit: boolean;
  onSort: (column: string, also: boolean) => void;
  onOpen: (id: string) => void;
  undo: () => void;
  redo: () => void;
};

export function useGridActions(input: Input) {
  const { rows, total, layout, cursor, edits, selected, mayEdit, onOpen } = input;
  const cell = useActiveCell({ rows, layout, cursor, edits });
  const { acts, escapeCell } = useCellActs({ cell, cursor, edits, onOpen });
  const { paste, ...block } = useBlockEdits({ rows, total, layout, cursor, edits });
  const writes = mayEdit
    ? {}
    : { fillDown: nothing, clear: nothing, undo: nothing, redo: nothing, create: nothing };
  const keys: GridActions = {
    ...block,
    ...columnActions(input),
    awaitPaste: () => {},
    undo: input.undo,
    redo: input.redo,
    open: () => {
      const row = rows.rowAt(cursor.active.row);
      if (row) onOpen(row.item.id);
    },
    create: () => onOpen("new"),
    toggleRow: selected.toggleActiveRows,
    selectAll: selected.toggleAll,
    escape: () => {
      if (escapeCell()) return true;
      if (selected.count === 0) return false;
      selected.selectNone();
      return true;
    },
    focusSearch: () => document.getElementById(GRID_SEARCH_ID)?.focus(),
    canEdit: () => mayEdit && cell.canEdit(),
    focusChoices: cell.focusChoices,
    ...writes,
  };
  return { keys, acts, paste: mayEdit ? paste : nothing };
}

/** Does nothing: the key's writing action in the grid for those who may not write. */
function nothing(): void {}

/** What is done to the column of the active cell. */
function columnActions({ layout, setLayout, cursor, onSort }: Input) {
  const at = cursor.active.column;
  const place = layout[at];
  return {
    sort: (also: boolean) => place && onSort(place.column, also),
    moveColumn: (by: 1 | -1) => {
      if (!place) return;
      setLayout(moveColumn(layout, place.column, by));
      cursor.go({ row: -1, column: at + by });
    },
    resizeColumn: (by: number) => place && setLayout(resizeColumn(layout, place.column, place.width + by)),
    hideColumn: () => place && setLayout(toggleColumn(layout, place.column)),
  };
}
