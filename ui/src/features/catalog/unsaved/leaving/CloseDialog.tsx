/** Asks whether the window is closed although cells, undos of them, forms or files are not stored. */
import { Text } from "@mantine/core";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { LeavingDialog } from "../../../../components/leave/LeavingDialog";
import { useSendingCount } from "../../../../shared/attachments/sendings";
import { countDrafts } from "../../../../shared/drafts/drafts";
import { useOpenQueue, useOtherWork, useUnsaved } from "../queue/queues";
import { countPending } from "../queue/work/work";

type Props = { onStay: () => void; onClose: () => void };

export function CloseDialog({ onStay, onClose }: Props) {
  const { t } = useTranslation();
  // What is just being sent is lost with the window too.
  const { cells, held, takeBacks } = countPending(useUnsaved(), true);
  const others = useOtherWork().count;
  const count = cells + held + others;
  const drafts = countDrafts();
  const files = useSendingCount();
  // All was stored meanwhile: there is nothing to ask about any more.
  const isOver = useOpenQueue().queues.isEmpty() && drafts === 0 && files === 0;
  useEffect(() => {
    if (isOver) onStay();
  }, [isOver, onStay]);
  const title =
    count > 0
      ? t("grid.leave.title", { count })
      : takeBacks > 0
        ? t("grid.leave.undoTitle")
        : drafts > 0
          ? t("grid.leave.draftsTitle", { count: drafts })
          : t("grid.leave.filesTitle", { count: files });
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
      {files > 0 && (
        <Text size="sm" mt={count + takeBacks + drafts > 0 ? "xs" : 0}>
          {t("grid.leave.filesClosing", { count: files })}
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
