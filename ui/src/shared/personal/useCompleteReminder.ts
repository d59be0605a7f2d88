/**
 * Marks a reminder as done; the remark that says so takes it back. For the list as a whole: the row of a reminder that
 * is done leaves it, and would hear no answer any more.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { CommandError } from "../../api/command";
import { useCommandMutation } from "../../api/hooks";
import { invalidatedTags, invalidateTags } from "../../api/tags";
import { showToast } from "../../components/toast/toasts";
import { useErrorToast } from "../../components/toast/useErrorToast";
import { useUndoToast } from "../../components/toast/useUndoToast";

/** `dueAt` is the moment for which the page shows it: what another page has done meanwhile is not done twice. */
export function useCompleteReminder(): (id: string, dueAt: string | null) => void {
  const { t } = useTranslation();
  const client = useQueryClient();
  const complete = useCommandMutation("completeReminder");
  const undo = useCommandMutation("undoPersonal");
  const showError = useErrorToast();
  const showUndoable = useUndoToast();
  // A second click while the first is under way is the same wish.
  const underWay = useRef(new Set<string>());
  return (id, dueAt) => {
    if (underWay.current.has(id)) return;
    underWay.current.add(id);
    const operationId = crypto.randomUUID();
    const takeBack = () => undo.mutateAsync({ id: operationId });
    void complete
      .mutateAsync({ id, dueAt, operationId })
      .then(
        () => showUndoable(t("personal.reminders.completed"), takeBack),
        (error: unknown) => {
          if (!(error instanceof CommandError) || error.code !== "conflict") return showError(error);
          showToast({ tone: "info", text: t("personal.reminders.already") });
          return invalidateTags(client, invalidatedTags("completeReminder"));
        },
      )
      .finally(() => underWay.current.delete(id));
  };
}
