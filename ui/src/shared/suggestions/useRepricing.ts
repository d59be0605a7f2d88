/**
 * Why a suggested price is not taken over: it comes with a currency, and packages whose prices are in another one would
 * cost something else from then on, without a word.
 */
import { useTranslation } from "react-i18next";
import type { Suggestion } from "./suggestions";

type PricedItem = {
  currency: string;
  /** Whether packages of the product have prices. */
  hasPackagePrices: boolean;
};

/** Words why a suggested price cannot be taken over; null where it can. */
export function useRepricing(): (suggestion: Suggestion, of: PricedItem) => string | null {
  const { t } = useTranslation();
  return ({ currency: suggested }, { currency, hasPackagePrices }) => {
    const current = currency.trim().toUpperCase();
    if (!hasPackagePrices || suggested === null || suggested === current) return null;
    return t("assist.otherCurrency", { current, suggested });
  };
}
