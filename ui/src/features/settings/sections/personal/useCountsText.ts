/** How many records of each kind, in words. */
import { useTranslation } from "react-i18next";
import type { Data } from "../../../../api/command";
import { useFormats } from "../../../../i18n/language";

export const PERSONAL_KINDS = [
  "people",
  "reminders",
  "decisions",
  "metrics",
  "knowledge",
  "bills",
  "expenses",
  "incomes",
  "debts",
  "investments",
  "reports",
] as const;

/** Words the counts of forgotten personal data; blank where there are none. */
export function useCountsText() {
  const { t } = useTranslation();
  const { placeCount, list } = useFormats();
  return (counts: Data<"forgetPersonal">): string =>
    list(
      PERSONAL_KINDS.filter((kind) => counts[kind] > 0).map((kind) =>
        t(`settings.personalData.count.${kind}`, placeCount(counts[kind])),
      ),
    );
}
