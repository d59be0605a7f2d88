/**
 * Asks before the vault is left with something typed: for another page, or with the window. Nothing of it is kept: what
 * is behind a password lies in no storage of the browser.
 */
import { Text } from "@mantine/core";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useBlocker } from "react-router";
import { LeavingDialog } from "../../../components/leave/LeavingDialog";
import { useStable } from "../../../lib/hooks/useStable";
import { useCloseQuestion } from "../../../shared/closing/useCloseQuestion";

export function VaultGuard({ isDirty }: { isDirty: () => boolean }) {
  const { t } = useTranslation();
  const isTyped = useStable(isDirty);
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: next }) =>
      (here.pathname !== next.pathname || here.search !== next.search) && isTyped(),
  );
  const closing = useCloseQuestion(() => !isTyped());
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isTyped()) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isTyped]);
  const leave = () => (closing.asking ? closing.close() : blocker.proceed?.());
  const stay = () => (closing.asking ? closing.stay() : blocker.reset?.());
  return (
    <LeavingDialog
      opened={closing.asking || blocker.state === "blocked"}
      title={t("personal.form.leave.title")}
      stay={t("personal.form.leave.stay")}
      onStay={stay}
      ways={[{ label: t("personal.form.leave.leave"), loses: true, onTake: leave }]}
    >
      <Text size="sm">{t("personal.vault.leave")}</Text>
    </LeavingDialog>
  );
}
