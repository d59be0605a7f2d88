/** Says that what is asked is not noted at present, and where that is changed. */
import { IconEyeOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Notice } from "../../../components/Notice";

export function LogOff() {
  const { t } = useTranslation();
  return (
    <Notice tone="wait" icon={<IconEyeOff size={20} />}>
      {t("bench.queries.off")} <Link to="/settings">{t("bench.queries.offLink")}</Link>
    </Notice>
  );
}
