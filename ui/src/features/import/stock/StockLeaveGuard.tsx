/** Asks before a list of stock is left that nothing has stored yet: its file and what was said of it stay with this page alone. */
import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useBlocker } from "react-router";
import { LeavingDialog } from "../../../components/leave/LeavingDialog";
import { useStable } from "../../../lib/hooks/useStable";
import type { StockDesk } from "./useStockImport";

export function StockLeaveGuard({ desk }: { desk: StockDesk }) {
  const { t } = useTranslation();
  const isOpen = desk.step === "columns" || desk.step === "preview";
  // What is being stored is stored wherever the person is.
  const isAtRisk = useStable(() => isOpen && desk.work?.what !== "importing");
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isAtRisk(),
  );
  return (
    <LeavingDialog
      opened={blocker.state === "blocked"}
      title={t("import.leaving.title")}
      stay={t("import.leaving.stay")}
      onStay={() => blocker.reset?.()}
      ways={[{ label: t("import.leaving.leave"), loses: true, onTake: () => blocker.proceed?.() }]}
    >
      <Text size="sm">{t("import.stock.leaving")}</Text>
    </LeavingDialog>
  );
}
