/** Says what was done and offers to take it back: what asks nothing beforehand has its way back here. */
import { useTranslation } from "react-i18next";
import { showToast } from "./toasts";
import { useErrorToast } from "./useErrorToast";

/**
 * Where `undo` returns a promise, its failure is said: what showed the remark is often gone by then, and the `onError`
 * of its `mutate` would not come any more.
 */
export function useUndoToast(): (text: string, undo: () => unknown) => void {
  const { t } = useTranslation();
  const showError = useErrorToast();
  return (text, undo) => {
    const run = () => {
      const done = undo();
      if (done instanceof Promise) void done.catch(showError);
    };
    showToast({ tone: "info", text, action: { label: t("action.undo"), run } });
  };
}
