/**
 * Asks before an import is left, or the window closed, while cells of it are corrected or values merged:
 * they stay with this page alone, and of a large file they are an hour's work.
 */
import { Text } from "@mantine/core";
import { useEffect } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { useBlocker } from "react-router";
import { LeavingDialog } from "../../components/leave/LeavingDialog";
import { useStable } from "../../lib/hooks/useStable";
import { useCloseQuestion } from "../../shared/closing/useCloseQuestion";

/** `decisions`: how many a person has made and nothing has stored yet. */
export function LeaveGuard({ decisions }: { decisions: number }) {
  const { t } = useTranslation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      decisions > 0 && currentLocation.pathname !== nextLocation.pathname,
  );
  const hasDecisions = useStable(() => decisions > 0);
  const closing = useCloseQuestion(() => {
    takeOverCorrection();
    return !hasDecisions();
  });
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      takeOverCorrection();
      if (hasDecisions()) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [hasDecisions]);
  const text = <Text size="sm">{t("import.leaving.text", { count: decisions })}</Text>;
  if (closing.asking)
    return (
      <LeavingDialog
        opened
        title={t("import.leaving.closeTitle")}
        stay={t("import.leaving.open")}
        onStay={closing.stay}
        ways={[{ label: t("import.leaving.close"), loses: true, onTake: closing.close }]}
      >
        {text}
      </LeavingDialog>
    );
  return (
    <LeavingDialog
      opened={blocker.state === "blocked"}
      title={t("import.leaving.title")}
      stay={t("import.leaving.stay")}
      onStay={() => blocker.reset?.()}
      ways={[{ label: t("import.leaving.leave"), loses: true, onTake: () => blocker.proceed?.() }]}
    >
      {text}
    </LeavingDialog>
  );
}

/** Closing the window leaves no field: a correction that is being typed counts as if its field had been left. */
function takeOverCorrection(): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && activeElement.matches("td input"))
    flushSync(() => activeElement.blur());
}
