/** What is known of the stock of an item, as a line of text. */
import { useTranslation } from "react-i18next";
import type { HitStock } from "../../bindings";
import { useFormats } from "../../i18n/language";

/** Null where its parts have no sum. Nothing left is said as such only where it was counted lately. */
export function useStockText(): (stock: HitStock) => string | null {
  const { t } = useTranslation();
  const formats = useFormats();
  return ({ isOut, isRecent, countedOn, quantity, unit, package: label }) => {
    const words = { day: formats.day(countedOn) };
    if (isOut) return t(isRecent ? "hit.stock.out" : "hit.stock.outBefore", words);
    if (quantity === null) return null;
    const what = [label, formats.plainNumber(quantity), unit].filter((part) => part).join(" ");
    return t("hit.stock.left", { ...words, what });
  };
}
