/**
 * A file that is dropped on the page beside the place for it, as at a later step, is taken like another file that is
 * chosen. While something is under way it is not, and that is said.
 */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { showToast } from "../../../components/toast/toasts";
import { useStable } from "../../../lib/hooks/useStable";
import type { ImportDesk } from "../state/useImport";

type Desk = { work: unknown; chooseInstead: ImportDesk["chooseInstead"] };

export function useFileDrops(desk: Desk): void {
  const { t } = useTranslation();
  const allow = useStable((event: DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
  });
  const take = useStable((event: DragEvent) => {
    const [file] = Array.from(event.dataTransfer?.files ?? []);
    if (!file) return;
    const isBusy = desk.work !== null;
    // The place for files has taken it.
    if (event.defaultPrevented && !isBusy) return;
    event.preventDefault();
    if (isBusy) showToast({ tone: "info", text: t("import.dropBusy", { name: file.name }) });
    else desk.chooseInstead(file);
  });
  // Before the window hears of it, which lets stray files fall.
  useEffect(() => {
    document.addEventListener("dragover", allow);
    document.addEventListener("drop", take);
    return () => {
      document.removeEventListener("dragover", allow);
      document.removeEventListener("drop", take);
    };
  }, [allow, take]);
}
