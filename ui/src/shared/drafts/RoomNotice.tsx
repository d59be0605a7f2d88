/** Above a form: the browser has no room for what is typed in it, which is lost with the page. */
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Notice } from "../../components/Notice";

export function RoomNotice() {
  const { t } = useTranslation();
  return (
    <Notice icon={<IconAlertTriangle size={18} />} tone="wait">
      {t("grid.unsaved.noRoom")}
    </Notice>
  );
}
