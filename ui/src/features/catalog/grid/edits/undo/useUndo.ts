/**
 * Ctrl+Z and Ctrl+Shift+Z: takes back the last thing that this window wrote, or brings it back, stored
 * or not; what is being written is waited for. What a person has changed since is not touched, and said.
 */
import { useTranslation } from "react-i18next";
import { showToast } from "../../../../../components/toast/toasts";
import { useStable } from "../../../../../lib/hooks/useStable";
import type { OwnOperation } from "../../../shared/ownOperations";
import { useCellQueue } from "../../../unsaved/queue/queues";

export function useUndo() {
  const { t } = useTranslation();
  const queue = useCellQueue();
  const run = async (kind: "undo" | "redo") => {
    const found = await queue.takeBack(kind);
    if (!found)
      showToast({ tone: "info", text: t(kind === "undo" ? "grid.undo.nothing" : "grid.undo.nothingToRedo") });
  };
  return {
    undo: useStable(() => void run("undo")),
    redo: useStable(() => void run("redo")),
    /** Takes back the operation that a remark speaks of, whatever was done since. */
    undoOperation: useStable((operation: OwnOperation) => void queue.takeOperationBack(operation)),
  };
}
