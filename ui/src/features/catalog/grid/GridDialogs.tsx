/** What opens over the sheet: a change of the selected rows, spellings made one, what an undo left alone. */
import type { Layout } from "../../../shared/filters/columns";
import type { GridState } from "../../../shared/filters/gridState";
import type { OwnOperation } from "../shared/ownOperations";
import { useQueueNews } from "../unsaved/queue/useQueueNews";
import { BulkDialog } from "./bulk/BulkDialog";
import type { RowSelection } from "./cursor/selection";
import { UndoConflicts } from "./edits/undo/UndoConflicts";
import { MergeDialog } from "./merge/MergeDialog";

type Props = {
  opened: "bulk" | "merge" | null;
  selection: RowSelection;
  state: GridState;
  layout: Layout;
  /** A cell is being written in: nothing may take the keys away. */
  isTyping: boolean;
  /** Back into the sheet. */
  onLeave: () => void;
  onClose: () => void;
  onUndo: (operation: OwnOperation) => void;
  /** Whether anything is filled in that leaving the page loses. */
  onFilled: (isFilled: boolean) => void;
  /** It is being asked whether the page is left. */
  isAsked: boolean;
};

export function GridDialogs(props: Props) {
  const { opened, selection, state, layout, isTyping, onLeave, onClose, onUndo, onFilled, isAsked } = props;
  const { conflicts, closeConflicts } = useQueueNews();
  return (
    <>
      <BulkDialog
        opened={opened === "bulk"}
        selection={selection}
        state={state}
        layout={layout}
        onClose={onClose}
        onUndo={onUndo}
        onFilled={onFilled}
        isAsked={isAsked}
      />
      <MergeDialog
        opened={opened === "merge"}
        onClose={onClose}
        onUndo={onUndo}
        onFilled={onFilled}
        isAsked={isAsked}
      />
      <UndoConflicts
        undone={isTyping ? null : conflicts}
        onClose={() => {
          closeConflicts();
          onLeave();
        }}
      />
    </>
  );
}
