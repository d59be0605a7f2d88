/** Approves answers, or withdraws that, as a person saw them: one that was changed meanwhile is not approved. */
import { useTranslation } from "react-i18next";
import { useCommandMutation } from "../../../api/hooks";
import type { Faq } from "../../../api/types";
import { showToast } from "../../../components/toast/toasts";
import { useErrorToast } from "../../../components/toast/useErrorToast";
import { useUndoToast } from "../../../components/toast/useUndoToast";

type SeenFaq = Pick<Faq, "id" | "version">;

export function useApprove() {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const showUndoable = useUndoToast();
  const undo = useCommandMutation("undoOperation");
  const takeBack = (id: string) => undo.mutateAsync({ id, scope: "mine", operationId: crypto.randomUUID() });
  const edit = useCommandMutation("editCells", {
    // Before the list is fetched again: one that is filtered by approval loses the row then, and the row its answer.
    onAnswer: ({ operationId, rows }, { cells }) => {
      const refused = rows[0]?.error;
      if (refused) return showToast({ text: refused.message, tone: "bad" });
      const isApproved = cells[0]?.value !== null;
      const text = t(isApproved ? "faqs.approval.approved" : "faqs.approval.withdrawn");
      if (operationId) showUndoable(text, () => takeBack(operationId));
      else showToast({ text, tone: "info" });
    },
  });
  const set = (faq: SeenFaq, approved: boolean) => {
    const cell = { id: faq.id, version: faq.version, field: "approvedAt", value: approved ? "now" : null };
    edit.mutate({ kind: "faqs", cells: [cell], operationId: crypto.randomUUID() }, { onError: showError });
  };
  return { set, busy: edit.isPending };
}
