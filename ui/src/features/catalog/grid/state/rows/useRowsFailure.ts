/** Says why rows out of sight could not be had, and lists anew where the order has changed. */
import { isCancelledError } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { CommandError } from "../../../../../api/command";
import { showToast } from "../../../../../components/toast/toasts";
import { useStable } from "../../../../../lib/hooks/useStable";
import { OrderChanged } from "./listedRows";
import type { GridRows } from "./useGridRows";

/** `onRefresh` hears that the rows are listed anew. */
export function useRowsFailure(rows: GridRows, onRefresh: () => void) {
  const { t } = useTranslation();
  return useStable((error: unknown) => {
    // The page itself let go of it, as where the catalog is another one now: no page waits for the rows.
    if (isCancelledError(error) || isAbort(error)) return;
    if (error instanceof OrderChanged) {
      showToast({ tone: "bad", text: t("grid.orderChanged") });
      onRefresh();
      void rows.refresh();
    } else if (error instanceof CommandError)
      showToast({ tone: "bad", text: t("grid.rowsNotRead", { why: error.message }) });
    else throw error;
  });
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}
