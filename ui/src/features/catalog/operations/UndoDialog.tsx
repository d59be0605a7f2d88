/** Taking an operation back: first what would happen, and what would be left alone, then the doing. */
import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCommandMutation } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { Dialog } from "../../../components/Dialog";
import { showToast } from "../../../components/toast/toasts";
import { useFormats } from "../../../i18n/language";
import { useIsThere } from "../../../lib/hooks/useIsThere";
import { noteOperation, noteUndone } from "../shared/ownOperations";
import { ConflictList } from "../../../shared/changes/conflicts/ConflictList";
import { UndoFrame } from "../../../shared/changes/undo/UndoFrame";
import type { Operation } from "./types";
import { useDryRun } from "./useDryRun";
import { useActorName } from "../../../shared/changes/useActorName";
import { useKindName } from "./useKindName";

type Props = { operation: Operation | null; onClose: () => void };

export function UndoDialog({ operation, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog opened={operation !== null} onClose={onClose} size={680} title={t("operations.undoTitle")}>
      {operation && <Undo operation={operation} onClose={onClose} />}
    </Dialog>
  );
}

function Undo({ operation, onClose }: { operation: Operation; onClose: () => void }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const actorName = useActorName();
  const kindName = useKindName();
  const dryRun = useDryRun(operation.id);
  const isThere = useIsThere();
  const undo = useCommandMutation("undoOperation", {
    // Before the log is fetched again: the undo comes into it, and the last row of the page leaves it with its dialog.
    onAnswer: ({ operationId, undone }, { id }) => {
      const text = t("operations.undone", formats.placeCount(undone));
      noteUndone(id, null);
      if (operationId !== null) noteOperation({ id: operationId, label: text });
      showToast({ tone: "info", text });
      if (isThere()) onClose();
    },
  });
  const run = () => undo.mutate({ id: operation.id, operationId: crypto.randomUUID() });
  const what = operation.subject ?? operation.record?.name ?? null;
  const words = {
    kind: kindName(operation.kind),
    actor: actorName(operation.actor),
    at: formats.dateTime(operation.at),
  };
  const about =
    what === null ? t("operations.undoText", words) : t("operations.undoTextOf", { ...words, what });
  return (
    <UndoFrame
      about={
        <Text size="sm">
          <DataText text={about} />
        </Text>
      }
      dryRun={dryRun}
      undo={undo}
      changesAnything={({ undone }) => undone > 0}
      label={t("operations.undo")}
      onRun={run}
      onClose={onClose}
    >
      {(would) => (
        <>
          <Text size="sm" fw={600} role="status">
            {t("operations.would", formats.placeCount(would.undone))}
            {would.deleted > 0 && ` ${t("operations.wouldDelete", formats.placeCount(would.deleted))}`}
          </Text>
          <ConflictList undone={would} />
        </>
      )}
    </UndoFrame>
  );
}
