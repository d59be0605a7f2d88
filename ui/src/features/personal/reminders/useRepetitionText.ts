/** How a reminder repeats, in words; a rule that has none of the usual forms as it is written. */
import { useTranslation } from "react-i18next";
import { useFormats, useLanguage } from "../../../i18n/language";
import { nameWeekday, readRule } from "./repetition";

export function useRepetitionText(): (rule: string) => string {
  const { t } = useTranslation();
  const formats = useFormats();
  const language = useLanguage();
  return (rule) => {
    const repetition = readRule(rule);
    if (repetition.kind === "other") return t("personal.reminders.byRule", { rule });
    if (repetition.kind !== "weekly" || repetition.days.length === 0)
      return t(`personal.reminders.repetition.${repetition.kind}`);
    const days = formats.list(repetition.days.map((day) => nameWeekday(day, language)));
    return t("personal.reminders.weeklyOn", { days });
  };
}
