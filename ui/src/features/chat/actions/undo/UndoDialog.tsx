/** Undoing several writes: first what would happen and what would be left alone, then the doing. */
import { useTranslation } from "react-i18next";
import { useCommandMutation } from "../../../../api/hooks";
import { Dialog } from "../../../../components/Dialog";
import { showToast } from "../../../../components/toast/toasts";
import { useFormats } from "../../../../i18n/language";
import { useIsThere } from "../../../../lib/hooks/useIsThere";
import { UndoFrame } from "../../../../shared/changes/undo/UndoFrame";
import type { Request } from "./request";
import { UndoParts } from "./UndoParts";
import { useDryRun } from "./useDryRun";

type Props = { request: Request | null; onClose: () => void };

export function UndoDialog({ request, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog
      opened={request !== null}
      onClose={onClose}
      size={680}
      title={t(request?.redo ? "actions.undo.titleAgain" : "actions.undo.title")}
    >
      {request && <Undo request={request} onClose={onClose} />}
    </Dialog>
  );
}

function Undo({ request, onClose }: { request: Request; onClose: () => void }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const dryRun = useDryRun(request);
  const isThere = useIsThere();
  const undo = useCommandMutation("undoActions", {
    // Before it is asked anew what there is to take back: the dialog would offer the opposite of what was just done.
    onAnswer: ({ actions: count, conflictCount }, sent) => {
      const done = formats.placeCount(count);
      const texts = [t(sent.redo === true ? "actions.undo.doneAgain" : "actions.undo.done", done)];
      if (conflictCount > 0) texts.push(t("actions.undoConflicts", { count: conflictCount }));
      showToast({ tone: "info", text: texts.join(". ") });
      if (isThere()) onClose();
    },
  });
  const redo = request.redo === true;
  const run = () => undo.mutate({ ...request, operationId: crypto.randomUUID() });
  return (
    <UndoFrame
      dryRun={dryRun}
      undo={undo}
      changesAnything={({ actions }) => actions > 0}
      label={t(redo ? "actions.undo.again" : "action.undo")}
      onRun={run}
      onClose={onClose}
    >
      {(would) => <UndoParts would={would} redo={redo} />}
    </UndoFrame>
  );
}
