/** What is done with an attached file: a copy is saved, or it is taken off, which has its way back. */
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call, type CommandError } from "../../api/command";
import { useCommandMutation } from "../../api/hooks";
import { saveDownload } from "../../api/transfers";
import { useErrorToast } from "../../components/toast/useErrorToast";
import { useUndoToast } from "../../components/toast/useUndoToast";

export function useFileActions(file: { id: string; name: string }) {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const showUndoable = useUndoToast();
  const restore = useCommandMutation("restoreAttachment");
  const bringBack = () => restore.mutateAsync({ id: file.id, operationId: crypto.randomUUID() });
  const remove = useCommandMutation("deleteAttachment", {
    // Before the list is fetched again: the row is gone then, and with it what it would have said.
    onAnswer: () => showUndoable(t("files.removed", { name: file.name }), bringBack),
  });
  const save = useMutation<void, CommandError>({
    mutationFn: async () => saveDownload(await call("saveAttachment", { id: file.id })),
    onError: showError,
  });
  return {
    save: () => save.mutate(),
    isSaving: save.isPending,
    remove: () => remove.mutate({ id: file.id, operationId: crypto.randomUUID() }, { onError: showError }),
    isRemoving: remove.isPending,
  };
}
