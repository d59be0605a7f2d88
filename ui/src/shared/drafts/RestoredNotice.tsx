/** Above a form: what is in it was typed on an earlier visit, and is not stored. */
import { IconHistory } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Notice } from "../../components/Notice";
import { useFormats } from "../../i18n/language";

/** Shows that a form's typed draft was restored. `at`: when it was typed. RFC 3339. */
export function RestoredNotice({ at }: { at: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <Notice icon={<IconHistory size={18} />} tone="wait">
      {t("itemForm.restored", { at: formats.dateTime(at) })}
    </Notice>
  );
}
