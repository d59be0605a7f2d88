/**
 * The dialog in which a bulk edit is said. With something chosen in it, it asks before it is closed; an edit that is
 * under way ends with it, as its button says, and is not asked about.
 */
import { Text } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../../../components/Dialog";
import { LeavingDialog } from "../../../../components/leave/LeavingDialog";

/** What the form in the dialog has of it. */
export type BulkFrameHandle = {
  /** Closes the dialog, after asking where something would be lost. */
  close: () => void;
  /** Closes it once the edit is made. */
  end: () => void;
  /** Whether closing loses something. */
  notePending: (isPending: boolean) => void;
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
  const [isPending, notePending] = useState(false);
  const [asking, setAsking] = useState(false);
  const end = () => {
    setAsking(false);
    onClose();
  };
  const close = () => (isPending ? setAsking(true) : end());
  return (
    <>
      <Dialog
        opened={opened}
        onClose={close}
        closeOnEscape={!isAsked && !asking}
        size={720}
        title={title}
        returnFocus={false}
      >
        {opened && children({ close, end, notePending })}
      </Dialog>
      <LeavingDialog
        opened={opened && asking}
        title={t("grid.leave.bulkTitle")}
        stay={t("grid.leave.bulkStay")}
        onStay={() => setAsking(false)}
        ways={[{ label: t("grid.leave.bulkDrop"), loses: true, onTake: end }]}
      >
        <Text size="sm">{t("grid.leave.bulkClose")}</Text>
      </LeavingDialog>
    </>
  );
}
