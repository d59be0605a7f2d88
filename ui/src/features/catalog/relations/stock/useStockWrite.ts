/** Storing a count of an item; says so and offers to take it back. */
import { useTranslation } from "react-i18next";
import { useCommandMutation } from "../../../../api/hooks";
import type { Req } from "../../../../api/command";
import { showToast } from "../../../../components/toast/toasts";
import { useUndoToast } from "../../../../components/toast/useUndoToast";

export type Count = Req<"setItemStock">["counts"][number];

export function useStockWrite(itemId: string) {
  const { t } = useTranslation();
  const showUndoable = useUndoToast();
  const undo = useCommandMutation("undoOperation");
  const set = useCommandMutation("setItemStock", {
    onAnswer: ({ operationId }, { counts }) => {
      if (operationId === null) {
        showToast({ tone: "info", text: t("stockForm.unchanged") });
        return;
      }
      const text = t(
        counts.some(({ quantity }) => quantity === null) ? "stockForm.removed" : "stockForm.saved",
      );
      showUndoable(text, () => undo.mutateAsync({ id: operationId, operationId: crypto.randomUUID() }));
    },
  });
  return {
    saving: set.isPending,
    error: set.error,
    /** Resolves to whether it is stored. */
    store: (count: Count): Promise<boolean> =>
      set.mutateAsync({ id: itemId, counts: [count], operationId: crypto.randomUUID() }).then(
        () => true,
        () => false,
      ),
  };
}
