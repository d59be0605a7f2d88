/** A rule for prices in words: `preço do balcão × 0,92, final ,90`. */
import { useTranslation } from "react-i18next";
import type { PriceRule } from "../../../bindings";
import { useFormats } from "../../../i18n/language";

export function useRuleText(): (rule: PriceRule) => string {
  const { t } = useTranslation();
  const { decimal } = useFormats();
  return ({ factor, cents = null }) => {
    const product = t("prices.rule.text", { factor: decimal(factor, 4) });
    if (cents === null) return product;
    return t("prices.rule.withCents", { product, cents: String(cents).padStart(2, "0") });
  };
}
