/** Whether a difference is more than chance, in plain words. */
import { useTranslation } from "react-i18next";
import type { QualityChange } from "../../../../api/types";
import { useFormats } from "../../../../i18n/language";

/** Below this, so great a difference by chance alone would be a rare thing: one time in twenty. */
const SURE = 0.05;

export function useChance(): (change: QualityChange) => string {
  const { t } = useTranslation();
  const formats = useFormats();
  return ({ delta, pValue }) => {
    const p = formats.decimal(pValue, 3);
    if (Math.abs(delta) < 5e-4) return t("profiles.noDifference");
    return pValue < SURE ? t("profiles.sure", { p }) : t("profiles.chance", { p });
  };
}
