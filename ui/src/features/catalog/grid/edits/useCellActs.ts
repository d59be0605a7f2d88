/** What is done to one value: stored, stored over another or together with it, let go of, typed once more. */
import { useStable } from "../../../../lib/hooks/useStable";
import type { After } from "../cells/editor/editing";
import type { CellActs, CellPlace } from "../cells/GridCell";
import type { GridCursor } from "../cursor/useGridCursor";
import type { ActiveCell } from "./useActiveCell";
import type { GridEdits } from "./useGridEdits";

const STEPS = {
  down: { row: 1, column: 0 },
  up: { row: -1, column: 0 },
  right: { row: 0, column: 1 },
  left: { row: 0, column: -1 },
  stay: { row: 0, column: 0 },
  away: { row: 0, column: 0 },
} as const;

type Input = { cell: ActiveCell; cursor: GridCursor; edits: GridEdits; onOpen: (id: string) => void };

export function useCellActs({ cell, cursor, edits, onOpen }: Input) {
  const { active } = cursor;
  const commit = useStable((at: CellPlace, text: string, after: After) => {
    const before = edits.stateOf(at.row.item.id, at.column);
    const isLeft = after === "stay" || after === "away";
    if (after === "away") cursor.leaveEdit();
    else cursor.endEdit();
    // A field over two values that is left as it was has decided nothing.
    const isUndecided = isLeft && before?.state === "conflict" && before.text === text;
    if (!isUndecided) edits.write([{ ...at, text }]);
    const step = STEPS[after];
    if (!isLeft) cursor.go({ row: active.row + step.row, column: active.column + step.column });
  });
  const keep = useStable(({ row, column }: CellPlace) => {
    edits.insist(row.item.id, column);
    // What was said at the cell is gone, and the focus with it.
    cursor.endEdit();
  });
  const unite = useStable(({ row, column }: CellPlace) => {
    edits.unite(row.item.id, column);
    cursor.endEdit();
  });
  const forget = useStable(({ row, column }: CellPlace) => {
    edits.forget(row.item.id, column);
    cursor.endEdit();
  });
  const acts: CellActs = {
    commit,
    takeOver: useStable((at: CellPlace, text: string) => edits.write([{ ...at, text }])),
    cancel: cursor.endEdit,
    retype: useStable(() => cursor.edit(null)),
    keep,
    unite,
    forget,
    closeRemark: cursor.closeRemark,
    open: onOpen,
  };
  return {
    acts,
    /**
     * What Escape does to a value of the active cell that is not stored; false where there is nothing to do.
     * One that is wrong is let go of. One that clashes is kept until a person has chosen: only what is said
     * about it is closed.
     */
    escapeCell: () => {
      const found = cell.state();
      const at = cell.place();
      if (at && found?.state === "wrong") forget(at);
      else if (found?.state === "conflict" && !cursor.remarkClosed) cursor.closeRemark();
      else return false;
      return true;
    },
  };
}
