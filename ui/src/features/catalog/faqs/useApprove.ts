/** Approves answers, or withdraws that, as a person saw them: one that was changed meanwhile is not approved. */
import { useTranslation } from "react-i18next";
import { useCommandMutation } from "../../../api/hooks";
import type { Faq } from "../../../api/types";
import { showToast } from "../../../components/toast/toasts";
import { useErrorText } from "../../../components/useErrorText";

type SeenFaq = Pick<Faq, "id" | "version">;

export function useApprove() {
  const { t } = useTranslation();
  const describe = useErrorText();
  const edit = useCommandMutation("editCells");
  const undo = useCommandMutation("undoOperation");
  const bad = (text: string) => showToast({ text, tone: "bad" });

  const takeBack = (id: string) =>
    undo.mutate(
      { id, scope: "mine", operationId: crypto.randomUUID() },
      { onError: (error) => bad(describe(error)) },
    );
  const set = (faq: SeenFaq, approved: boolean, onDone?: () => void) => {
    const cell = { id: faq.id, version: faq.version, field: "approvedAt", value: approved ? "now" : null };
    edit.mutate(
      { kind: "faqs", cells: [cell], operationId: crypto.randomUUID() },
      {
        onError: (error) => bad(describe(error)),
        onSuccess: ({ operationId, rows }) => {
          const refused = rows[0]?.error;
          if (refused) return bad(refused.message);
          const action = operationId
            ? { label: t("action.undo"), run: () => takeBack(operationId) }
            : undefined;
          const text = t(approved ? "faqs.approval.approved" : "faqs.approval.withdrawn");
          showToast({ text, tone: "info", ...(action && { action }) });
          onDone?.();
        },
      },
    );
  };
  return { set, busy: edit.isPending };
}
