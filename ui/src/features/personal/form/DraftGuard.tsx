/**
 * Asks before a form is left with something typed, for another record or another page: what is typed can be kept for
 * this tab. Of a page that is closed or loaded anew the whole application asks.
 */
import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useBlocker } from "react-router";
import { LeavingDialog } from "../../../components/leave/LeavingDialog";
import { useStable } from "../../../lib/hooks/useStable";

type Props = {
  isDirty: () => boolean;
  /** The record that the form is of at this moment. A new one that was just stored gets its address: nothing is left. */
  idNow: () => string | null;
  /** Lets go of what is typed. */
  onDiscard: () => void;
};

export function DraftGuard({ isDirty, idNow, onDiscard }: Props) {
  const { t } = useTranslation();
  const isTyped = useStable(isDirty);
  const ownId = useStable(idNow);
  const isOwn = (search: string) => [...new URLSearchParams(search).values()].includes(ownId() ?? "new");
  const blocker = useBlocker(({ currentLocation: here, nextLocation: next }) => {
    if (here.pathname === next.pathname && (here.search === next.search || isOwn(next.search))) return false;
    return isTyped();
  });
  const keep = () => blocker.proceed?.();
  const discard = () => {
    onDiscard();
    blocker.proceed?.();
  };
  return (
    <LeavingDialog
      opened={blocker.state === "blocked"}
      title={t("personal.form.leave.title")}
      stay={t("personal.form.leave.stay")}
      onStay={() => blocker.reset?.()}
      ways={[
        { label: t("personal.form.leave.leave"), loses: true, onTake: discard },
        { label: t("personal.form.leave.keep"), onTake: keep },
      ]}
    >
      <Text size="sm">{t("personal.form.leave.text")}</Text>
    </LeavingDialog>
  );
}
