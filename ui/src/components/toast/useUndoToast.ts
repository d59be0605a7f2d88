/** Says what was done and offers to take it back: what asks nothing beforehand has its way back here. */
import { useTranslation } from "react-i18next";
import { showToast } from "./toasts";

export function useUndoToast(): (text: string, undo: () => void) => void {
  const { t } = useTranslation();
  return (text, undo) => showToast({ tone: "info", text, action: { label: t("action.undo"), run: undo } });
}
