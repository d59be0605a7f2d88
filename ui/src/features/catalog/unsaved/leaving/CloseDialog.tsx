/** Asks whether the window is closed although cells, or undos of them, are not stored. */
import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { LeavingDialog } from "../../../../components/leave/LeavingDialog";
import { useOtherWork, useUnsaved } from "../queue/queues";
import { countPending } from "../queue/work";

type Props = { onStay: () => void; onClose: () => void };

export function CloseDialog({ onStay, onClose }: Props) {
  const { t } = useTranslation();
  // What is just being sent is lost with the window too.
  const { cells, held } = countPending(useUnsaved(), true);
  const others = useOtherWork().count;
  const count = cells + held + others;
  return (
    <LeavingDialog
      opened
      title={count > 0 ? t("grid.leave.title", { count }) : t("grid.leave.undoTitle")}
      stay={t("grid.leave.open")}
      onStay={onStay}
      ways={[{ label: t("grid.leave.close"), loses: true, onTake: onClose }]}
    >
      <Text size="sm">{t(count > 0 ? "grid.leave.closing" : "grid.leave.undoClosing")}</Text>
      {others > 0 && (
        <Text size="sm" mt="xs">
          {t("grid.leave.others", { count: others })}
        </Text>
      )}
    </LeavingDialog>
  );
}
