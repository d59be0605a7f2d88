/**
 * The dialog in which a bulk edit is said. With something chosen in it, it asks before it is closed. An edit that is
 * under way ends with it, as its button says; any other way to close the dialog asks whether it is to end.
 */
import { Text } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../../../components/Dialog";
import { LeavingDialog } from "../../../../components/leave/LeavingDialog";

export type Pending = "choice" | "edit" | null;

/** What the form in the dialog has of it. */
export type BulkFrameHandle = {
  /** Closes the dialog, after asking where a choice would be lost. */
  close: () => void;
  /** Closes it once the edit is made. */
  end: () => void;
  /** What closing loses: a choice that is not made, or an edit that is being made; null where nothing. */
  notePending: (pending: Pending) => void;
  /** The window is being closed: that question takes the place of this dialog's. */
  dismiss: () => void;
};

type Props = {
  opened: boolean;
  title: string;
  /** It is being asked whether the page is left: Escape answers that. */
  isAsked: boolean;
  onClose: () => void;
  children: (frame: BulkFrameHandle) => ReactNode;
};

export function BulkFrame({ opened, title, isAsked, onClose, children }: Props) {
  const { t } = useTranslation();
  const [pending, notePending] = useState<Pending>(null);
  const [asking, setAsking] = useState(false);
  // One question at a time: to leave the page closes the dialog too. Where nothing is lost any more, there is none.
  if (asking && (isAsked || pending === null)) setAsking(false);
  const end = () => {
    setAsking(false);
    onClose();
  };
  const dismiss = () => setAsking(false);
  const close = () => (pending === "choice" ? setAsking(true) : end());
  const leave = () => (pending === null ? end() : setAsking(true));
  const isMaking = pending === "edit";
  return (
    <>
      <Dialog
        opened={opened}
        onClose={leave}
        closeOnEscape={!isAsked && !asking}
        size={720}
        title={title}
        returnFocus={false}
      >
        {opened && children({ close, end, notePending, dismiss })}
      </Dialog>
      <LeavingDialog
        opened={opened && asking}
        title={t(isMaking ? "grid.leave.makingTitle" : "grid.leave.bulkTitle")}
        stay={t(isMaking ? "grid.leave.makingStay" : "grid.leave.bulkStay")}
        onStay={dismiss}
        ways={[
          {
            label: t(isMaking ? "grid.bulk.cancelAndClose" : "grid.leave.bulkDrop"),
            loses: true,
            onTake: end,
          },
        ]}
      >
        <Text size="sm">{t(isMaking ? "grid.leave.making" : "grid.leave.bulkClose")}</Text>
      </LeavingDialog>
    </>
  );
}
