/** Marks a bill as paid for a month, or takes that back; the remark that says so undoes either. */
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useCommandMutation } from "../../../api/hooks";
import { showToast } from "../../../components/toast/toasts";
import { useErrorToast } from "../../../components/toast/useErrorToast";
import { useUndoToast } from "../../../components/toast/useUndoToast";

export function usePayment(month: string): (id: string, isPaid: boolean) => void {
  const { t } = useTranslation();
  const pay = useCommandMutation("payBill");
  const unpay = useCommandMutation("unpayBill");
  const undo = useCommandMutation("undoPersonal");
  const showError = useErrorToast();
  const showUndoable = useUndoToast();
  // A second click while the first is under way is the same wish.
  const underWay = useRef(new Set<string>());
  const [year, number] = month.split("-").map(Number);
  return (id, isPaid) => {
    if (underWay.current.has(id)) return;
    underWay.current.add(id);
    const operationId = crypto.randomUUID();
    const takeBack = () => undo.mutateAsync({ id: operationId });
    void (isPaid ? unpay : pay)
      .mutateAsync({ id, operationId, ...(number && { month: number }), ...(year && { year }) })
      .then(({ already }) => {
        const text = t(isPaid ? "personal.finance.unpaid" : "personal.finance.paid");
        if (already) showToast({ tone: "info", text: t("personal.finance.already") });
        else showUndoable(text, takeBack);
      }, showError)
      .finally(() => underWay.current.delete(id));
  };
}
