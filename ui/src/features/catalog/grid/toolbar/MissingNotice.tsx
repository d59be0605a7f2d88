/** Above the sheet: a cell that is not stored leads to an item that was deleted. */
import { Button, Group } from "@mantine/core";
import { IconTrashX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../../components/DataText";
import { Notice } from "../../../../components/Notice";
import { useFieldLabel } from "../../../../shared/changes/useFieldLabel";
import { cutText } from "../../unsaved/clash/cutClash";
import { useConflictText } from "../../unsaved/clash/useConflictText";
import type { TypedCell } from "../../unsaved/queue/work/work";

type Props = {
  cell: TypedCell | null;
  onRestore: (cell: TypedCell) => void;
  onForget: (cell: TypedCell) => void;
  onClose: () => void;
};

export function MissingNotice({ cell, onRestore, onForget, onClose }: Props) {
  const { t } = useTranslation();
  const label = useFieldLabel();
  const { formatTyped } = useConflictText();
  if (cell === null) return null;
  const { name, column } = cell;
  return (
    <Notice icon={<IconTrashX size={18} />} tone="wait">
      <DataText
        text={t("grid.deletedItem.text", {
          name,
          field: label(column),
          text: cutText(formatTyped(cell, column)),
        })}
      />
      <Group gap={6} mt={6}>
        <Button size="compact-xs" variant="default" onClick={() => onRestore(cell)}>
          {t("grid.deletedItem.restore")}
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => onForget(cell)}>
          {t("grid.deletedItem.forget")}
        </Button>
        <Button size="compact-xs" variant="subtle" onClick={onClose}>
          {t("action.close")}
        </Button>
      </Group>
    </Notice>
  );
}
