/**
 * Ctrl+Z and Ctrl+Shift+Z: takes back the last thing that this window wrote, or brings it back. What
 * somebody has changed since is not touched, and said.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { call, CommandError, type Data } from "../../../api/command";
import { invalidatedTags, invalidateTags } from "../../../api/tags";
import { showToast } from "../../../components/toast/toasts";
import { useErrorText } from "../../../components/useErrorText";
import { useStable } from "../../../lib/useStable";
import { noteRedone, noteUndone, ownOperations, type OwnOperation } from "../shared/ownOperations";

export type Undone = Data<"undoOperation">;

export function useUndo() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const describe = useErrorText();
  const busy = useRef(false);
  const [conflicts, setConflicts] = useState<Undone | null>(null);

  const run = async (operation: OwnOperation, note: typeof noteUndone, said: string) => {
    if (busy.current) return;
    busy.current = true;
    try {
      const undone = await call("undoOperation", {
        id: operation.id,
        scope: "mine",
        operationId: crypto.randomUUID(),
      });
      note(
        operation.id,
        undone.operationId === null ? null : { id: undone.operationId, label: operation.label },
      );
      await invalidateTags(client, invalidatedTags("undoOperation"));
      const left = undone.conflictCount + undone.untouchableCount;
      if (left > 0) setConflicts(undone);
      else showToast({ tone: "info", text: said });
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      note(operation.id, null);
      showToast({ tone: "bad", text: describe(error) });
    } finally {
      busy.current = false;
    }
  };

  const undo = useStable(async () => {
    const last = ownOperations().done.at(-1);
    if (!last) return showToast({ tone: "info", text: t("grid.undo.nothing") });
    await run(last, noteUndone, t("grid.undo.done", { what: last.label }));
  });
  const redo = useStable(async () => {
    const last = ownOperations().undone.at(-1);
    if (!last) return showToast({ tone: "info", text: t("grid.undo.nothingToRedo") });
    await run(last, noteRedone, t("grid.undo.redone", { what: last.label }));
  });
  return { undo, redo, conflicts, closeConflicts: () => setConflicts(null) };
}
