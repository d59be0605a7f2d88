/** The keys in a window of their own, opened with `?`. */
import { useTranslation } from "react-i18next";
import { Dialog } from "../../components/Dialog";
import { ShortcutTable } from "../../shared/look/ShortcutTable";

export function ShortcutsHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog opened={opened} onClose={onClose} title={t("shortcuts.title")}>
      <ShortcutTable />
    </Dialog>
  );
}
