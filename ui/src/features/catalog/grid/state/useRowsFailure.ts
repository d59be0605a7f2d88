/** Says why rows out of sight could not be had, and lists anew where the order has changed. */
import { useTranslation } from "react-i18next";
import { CommandError } from "../../../../api/command";
import { showToast } from "../../../../components/toast/toasts";
import { useStable } from "../../../../lib/hooks/useStable";
import { OrderChanged, type GridRows } from "./useGridRows";

/** `onRefresh` hears that the rows are listed anew. */
export function useRowsFailure(rows: GridRows, onRefresh: () => void) {
  const { t } = useTranslation();
  return useStable((error: unknown) => {
    if (error instanceof OrderChanged) {
      showToast({ tone: "bad", text: t("grid.orderChanged") });
      onRefresh();
      void rows.refresh();
    } else if (error instanceof CommandError)
      showToast({ tone: "bad", text: t("grid.rowsNotRead", { why: error.message }) });
    else throw error;
  });
}
