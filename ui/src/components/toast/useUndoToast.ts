/** Shows a toast with an undo button, for actions that run without a confirmation. */
import { useTranslation } from "react-i18next";
import { showToast } from "./toasts";
import { useErrorToast } from "./useErrorToast";

/**
 * Where `undo` returns a promise, its failure shows as an error toast: the component that showed the toast has often
 * unmounted by then, so the `onError` of its `mutate` would not run.
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
