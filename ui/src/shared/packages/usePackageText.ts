/** What a package costs by the unit, in the person's words: `R$ 59,60/L`. */
import { useTranslation } from "react-i18next";
import { useFormats } from "../../i18n/language";
import { unitPrice } from "../../lib/packages/content";

type Priced = { label: string; price?: number | null };

/** Empty where the price, or what the package holds, is not known. */
export function useUnitPriceText(): (one: Priced, currency: string) => string {
  const { t } = useTranslation();
  const { price } = useFormats();
  return (one, currency) => {
    const unit = unitPrice(one);
    return unit ? `${price(unit.cents / 100, currency)}/${t(`packages.unit.${unit.base}`)}` : "";
  };
}
