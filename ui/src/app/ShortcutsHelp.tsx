/** The keys in a window of their own, opened with `?`. */
import { Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ShortcutTable } from "../shared/look/ShortcutTable";

export function ShortcutsHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("shortcuts.title")}
      closeButtonProps={{ "aria-label": t("action.close") }}
    >
      <ShortcutTable />
    </Modal>
  );
}
