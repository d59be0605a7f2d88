/** Asks whether the window is closed although cells, undos of them, or forms are not stored. */
import { Text } from "@mantine/core";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { LeavingDialog } from "../../../../components/leave/LeavingDialog";
import { countDrafts } from "../../shared/drafts/drafts";
import { useOpenQueue, useOtherWork, useUnsaved } from "../queue/queues";
import { countPending } from "../queue/work";

type Props = { onStay: () => void; onClose: () => void };

export function CloseDialog({ onStay, onClose }: Props) {
  const { t } = useTranslation();
  // What is just being sent is lost with the window too.
  const { cells, held, takeBacks } = countPending(useUnsaved(), true);
  const others = useOtherWork().count;
  const count = cells + held + others;
  const drafts = countDrafts();
  // All was stored meanwhile: there is nothing to ask about any more.
  const isOver = useOpenQueue().queues.isEmpty() && drafts === 0;
  useEffect(() => {
    if (isOver) onStay();
  }, [isOver, onStay]);
  const title =
    count > 0
      ? t("grid.leave.title", { count })
      : takeBacks > 0
        ? t("grid.leave.undoTitle")
        : t("grid.leave.draftsTitle", { count: drafts });
  if (isOver) return null;
  return (
    <LeavingDialog
      opened
      title={title}
      stay={t("grid.leave.open")}
      onStay={onStay}
      ways={[{ label: t("grid.leave.close"), loses: true, onTake: onClose }]}
    >
      {count > 0 && <Text size="sm">{t("grid.leave.closing")}</Text>}
      {count === 0 && takeBacks > 0 && <Text size="sm">{t("grid.leave.undoClosing")}</Text>}
      {drafts > 0 && (
        <Text size="sm" mt={count + takeBacks > 0 ? "xs" : 0}>
          {t("grid.leave.draftsClosing", { count: drafts })}
        </Text>
      )}
      {others > 0 && (
        <Text size="sm" mt="xs">
          {t("grid.leave.others", { count: others })}
        </Text>
      )}
    </LeavingDialog>
  );
}
