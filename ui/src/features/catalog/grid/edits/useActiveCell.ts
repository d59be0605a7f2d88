/** The cell that the keys act on: what stands in it, and leading a person to the choice that it waits for. */
import { flushSync } from "react-dom";
import { isWritten, type Layout } from "../../../../shared/filters/columns";
import { isStructure, valueOf } from "../cells/cells";
import type { CellPlace } from "../cells/GridCell";
import { focusFirstChoice } from "../cells/CellRemark";
import type { GridCursor } from "../cursor/useGridCursor";
import type { GridRows } from "../state/rows/useGridRows";
import type { CellState, GridEdits } from "./useGridEdits";

type Input = { rows: GridRows; layout: Layout; cursor: GridCursor; edits: GridEdits };

export function useActiveCell({ rows, layout, cursor, edits }: Input) {
  const { active } = cursor;
  /** Null where the cursor is in the header, or its row is not there yet. */
  const place = (): CellPlace | null => {
    const row = active.row < 0 ? undefined : rows.rowAt(active.row);
    const column = layout[active.column]?.column;
    return row && column !== undefined ? { row, column } : null;
  };
  const state = (): CellState | undefined => {
    const at = place();
    return at ? edits.stateOf(at.row.item.id, at.column) : undefined;
  };
  return {
    place,
    state,
    /** What was closed at the cell is there again, and its first choice has the focus. */
    focusChoices: () => {
      if (state()?.state !== "conflict") return false;
      flushSync(cursor.openRemark);
      focusFirstChoice();
      return true;
    },
    canEdit: () => {
      const at = place();
      return at !== null && isWritten(at.column) && !isStructure(valueOf(at.row, at.column));
    },
  };
}

export type ActiveCell = ReturnType<typeof useActiveCell>;
