/** Says what came of the steps of the queue; what an undo left alone is given to be shown. */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { showToast } from "../../../../components/toast/toasts";
import { useErrorToast } from "../../../../components/toast/useErrorToast";
import { useStable } from "../../../../lib/hooks/useStable";
import type { News, UndoOutcome } from "./pages";
import { useCellQueue } from "./queues";

const POSTPONED = { undo: "grid.undo.postponed", redo: "grid.undo.redoPostponed" } as const;
const SAID = { undo: "grid.undo.done", redo: "grid.undo.redone" } as const;
const ALREADY = { undo: "grid.undo.already", redo: "grid.undo.alreadyRedone" } as const;

/** What was taken back or brought back before, here or on the page of operations, leaves nothing to be done. */
function sayTakenBack({ step, undone }: Extract<News, { kind: "takenBack" }>) {
  return undone.undone === 0 ? ALREADY[step.kind] : SAID[step.kind];
}

export function useQueueNews() {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const queue = useCellQueue();
  const [conflicts, setConflicts] = useState<UndoOutcome | null>(null);
  const describeLeftOut = (count: number, undecided: number) =>
    [
      ...(count > 0 ? [t("grid.leftOut", { count })] : []),
      ...(undecided > 0 ? [t("grid.undecided", { count: undecided })] : []),
    ].join(" ");
  const hear = useStable((news: News) => {
    switch (news.kind) {
      case "failed":
        return showError(news.error);
      case "refused":
        // Of one cell its mark says enough; of a block it is said how many are marked.
        if (news.of > 1) showToast({ tone: "bad", text: t("grid.refused", { count: news.cells.length }) });
        return;
      case "returned":
        return showToast({
          tone: "info",
          text: t("grid.returned.sent", { name: news.name, count: news.count }),
        });
      case "orderChanged":
        return showToast({ tone: "bad", text: t("grid.orderChanged") });
      case "leftOut":
        return showToast({ tone: "info", text: describeLeftOut(news.count, news.undecided) });
      case "unread":
        return showToast({
          tone: "bad",
          text: t("grid.unread", { count: news.count, why: news.error.message }),
        });
      case "reconsidered":
        return showToast({ tone: "info", text: t(SAID[news.as], { what: news.what }) });
      case "taken":
        return showToast({ tone: "info", text: t("grid.conflict.taken", { what: news.what }) });
      case "postponed":
        return showToast({ tone: "info", text: t(POSTPONED[news.as], { what: news.what }) });
      case "takenBack":
        if (news.undone.conflictCount + news.undone.untouchableCount > 0) return setConflicts(news.undone);
        return showToast({ tone: "info", text: t(sayTakenBack(news), { what: news.step.label }) });
    }
  });
  useEffect(() => queue.hear(hear), [queue, hear]);
  return { conflicts, closeConflicts: () => setConflicts(null) };
}
