/** After an undo that left something alone: what, why, and what stands there now. */
import { Button, Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../../../../components/Dialog";
import { ConflictList } from "../../../../../shared/changes/conflicts/ConflictList";
import type { UndoOutcome } from "../../../unsaved/queue/pages";

type Props = { undone: UndoOutcome | null; onClose: () => void };

export function UndoConflicts({ undone, onClose }: Props) {
  const { t } = useTranslation();
  const title = t(undone?.undone === 0 ? "grid.undo.noneUndone" : "grid.undo.conflicts");
  return (
    <Dialog opened={undone !== null} onClose={onClose} size={680} title={title}>
      {undone && (
        <>
          <Text size="sm">
            {undone.undone === 0 ? t("grid.undo.none") : t("grid.undo.partly", { count: undone.undone })}
          </Text>
          <ConflictList undone={undone} />
        </>
      )}
      <Group justify="flex-end" mt="md">
        <Button onClick={onClose} data-autofocus>
          {t("action.close")}
        </Button>
      </Group>
    </Dialog>
  );
}
