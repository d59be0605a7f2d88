/** What a package costs by the unit, in the person's words: `R$ 59,60/L`. */
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { useFormats } from "../../i18n/language";
import type { Formats } from "../../lib/format";
import { unitPrice, type LabelledPrice, type UnitPrice } from "../../lib/packages/content";

/** Empty where the price, or what the package holds, is not known. */
export function useUnitPriceText(): (one: LabelledPrice, currency: string) => string {
  const { t } = useTranslation();
  const formats = useFormats();
  return (one, currency) => {
    const unit = unitPrice(one);
    return unit ? spellUnitPrice(unit, currency, t, formats) : "";
  };
}

export function spellUnitPrice(
  { cents, base }: UnitPrice,
  currency: string,
  t: TFunction,
  formats: Formats,
): string {
  return `${formats.price(cents / 100, currency)}/${t(`packages.unit.${base}`)}`;
}
