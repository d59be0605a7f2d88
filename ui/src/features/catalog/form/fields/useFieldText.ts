/** A field of a draft as one line of text, in the person's language. */
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../../../i18n/language";
import { fieldText, type Draft, type FieldName } from "../../../../shared/changes/draft";

export function useFieldText(): (draft: Draft, field: FieldName) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  const words = { language, inactive: t("record.status.inativo") };
  return (draft, field) => fieldText(draft, field, words);
}
