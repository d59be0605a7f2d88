/** That a field names categories which there are not: it would wait for items that never come. */
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import { Notice } from "../../../components/Notice";
import { useFormats } from "../../../i18n/language";

export function UnknownCategories({ names }: { names: readonly string[] }) {
  const { t } = useTranslation();
  const { list } = useFormats();
  if (names.length === 0) return null;
  return (
    <Notice icon={<IconAlertTriangle size={18} />} tone="wait">
      <DataText text={t("definedFields.unknownIn", { count: names.length, names: list([...names]) })} />
    </Notice>
  );
}
