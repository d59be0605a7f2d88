/** After an undo that left something alone: what, why, and what stands there now. */
import { Button, Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../../../components/Dialog";
import { ConflictList } from "../../operations/ConflictList";
import type { UndoOutcome } from "../../unsaved/queue/pages";

type Props = { undone: UndoOutcome | null; onClose: () => void };

export function UndoConflicts({ undone, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog opened={undone !== null} onClose={onClose} size={680} title={t("grid.undo.conflicts")}>
      {undone && (
        <>
          <Text size="sm">{t("grid.undo.partly", { count: undone.undone })}</Text>
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
