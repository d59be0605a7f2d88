/** Marks a bill as paid for its month, dismisses it there, or takes either back; the remark undoes each. */
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useCommandMutation } from "../../../api/hooks";
import { showToast } from "../../../components/toast/toasts";
import { useErrorToast } from "../../../components/toast/useErrorToast";
import { useUndoToast } from "../../../components/toast/useUndoToast";

export type PaymentAct = "pay" | "unpay" | "dismiss" | "undismiss";

const DONE = {
  pay: "personal.finance.paid",
  unpay: "personal.finance.unpaid",
  dismiss: "personal.finance.dismissed",
  undismiss: "personal.finance.dueAgain",
} as const satisfies Record<PaymentAct, string>;

export function usePayment(): (bill: { id: string; monthYear: string }, act: PaymentAct) => void {
  const { t } = useTranslation();
  const pay = useCommandMutation("payBill");
  const unpay = useCommandMutation("unpayBill");
  const undo = useCommandMutation("undoPersonal");
  const showError = useErrorToast();
  const showUndoable = useUndoToast();
  // A second click while the first is under way is the same wish.
  const underWay = useRef(new Set<string>());
  return ({ id, monthYear }, act) => {
    const key = `${id} ${monthYear}`;
    if (underWay.current.has(key)) return;
    underWay.current.add(key);
    const [year, number] = monthYear.split("-").map(Number);
    const operationId = crypto.randomUUID();
    const takeBack = () => undo.mutateAsync({ id: operationId });
    const month = { id, operationId, ...(number && { month: number }), ...(year && { year }) };
    const done =
      act === "unpay" || act === "undismiss"
        ? unpay.mutateAsync(month)
        : pay.mutateAsync({ ...month, ...(act === "dismiss" && { dismiss: true }) });
    void done
      .then(({ already }) => {
        if (already) showToast({ tone: "info", text: t("personal.finance.already") });
        else showUndoable(t(DONE[act]), takeBack);
      }, showError)
      .finally(() => underWay.current.delete(key));
  };
}
