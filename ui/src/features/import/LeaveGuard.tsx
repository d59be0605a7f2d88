/**
 * Asks before an import is left, its file exchanged, or the window closed, while anything is chosen or corrected in
 * it: that stays with this page alone, and of a large file it is an hour's work.
 */
import { Text } from "@mantine/core";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useBlocker } from "react-router";
import { LeavingDialog } from "../../components/leave/LeavingDialog";
import { useStable } from "../../lib/hooks/useStable";
import { useCloseQuestion } from "../../shared/closing/useCloseQuestion";
import { isTypingCorrection, takeOverCorrection, type LossQuestion } from "./state/useLossQuestion";

type Props = {
  /** How many a person has made and nothing has stored yet. */
  decisions: number;
  lossQuestion: LossQuestion;
};

export function LeaveGuard({ decisions, lossQuestion }: Props) {
  const { t } = useTranslation();
  const hasDecisions = useStable(() => decisions > 0);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (currentLocation.pathname === nextLocation.pathname) return false;
    takeOverCorrection();
    return hasDecisions();
  });
  const closing = useCloseQuestion(() => {
    takeOverCorrection();
    return !hasDecisions();
  });
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isTypingCorrection() || hasDecisions()) event.preventDefault();
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
  if (lossQuestion.isOpen)
    return (
      <LeavingDialog
        opened
        title={t("import.leaving.dropTitle")}
        stay={t("import.leaving.keep")}
        onStay={lossQuestion.dismiss}
        ways={[{ label: t("import.leaving.drop"), loses: true, onTake: lossQuestion.agree }]}
      >
        <Text size="sm">{t("import.leaving.dropText", { count: lossQuestion.lost })}</Text>
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
