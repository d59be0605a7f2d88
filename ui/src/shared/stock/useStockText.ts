/** What is known of the stock of an item, as a line of text. */
import { useTranslation } from "react-i18next";
import type { HitStock } from "../../bindings";
import { useFormats } from "../../i18n/language";
import type { Formats } from "../../lib/format";

/**
 * Words the stock of an item; null where its parts have no sum. Nothing left is said as such only where it
 * was counted lately.
 */
export function useStockText(): (stock: HitStock) => string | null {
  const { t } = useTranslation();
  const formats = useFormats();
  return (stock) => {
    const words = { day: spellCountDay(stock, formats) };
    if (stock.isOut) return t(stock.isRecent ? "hit.stock.out" : "hit.stock.outBefore", words);
    const what = spellQuantity(stock, formats);
    return what === null ? null : t("hit.stock.left", { ...words, what });
  };
}

/** The day of a count, with its year where it is long ago. */
export function spellCountDay(stock: HitStock, formats: Pick<Formats, "shortDay">): string {
  return formats.shortDay(stock.countedOn, !stock.isRecent);
}

/** `5 L 12,5 gl`; null where its parts have no sum. */
export function spellQuantity(
  { quantity, unit, package: label }: HitStock,
  formats: Pick<Formats, "plainNumber">,
): string | null {
  if (quantity === null) return null;
  return [label, formats.plainNumber(quantity), unit].filter((part) => part).join(" ");
}
