/** Asks before the window or the page is closed over a bulk edit that is filled in and not made. */
import { Text } from "@mantine/core";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { LeavingDialog } from "../../../../components/leave/LeavingDialog";
import { useCloseQuestion } from "../../../../shared/closing/useCloseQuestion";

type Props = {
  /** Another question gives way to this one. */
  onAsk: () => void;
};

export function CloseBulkDialog({ onAsk }: Props) {
  const { t } = useTranslation();
  const { asking, stay, close } = useCloseQuestion(() => {
    onAsk();
    return false;
  });
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);
  return (
    <LeavingDialog
      opened={asking}
      title={t("grid.leave.bulkTitle")}
      stay={t("grid.leave.open")}
      onStay={stay}
      ways={[{ label: t("grid.leave.close"), loses: true, onTake: close }]}
    >
      <Text size="sm">{t("grid.leave.bulk")}</Text>
    </LeavingDialog>
  );
}
