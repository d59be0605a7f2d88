/** Since when and until when a list of prices is valid, in words. */
import { useTranslation } from "react-i18next";
import { useFormats } from "../../../../i18n/language";
import { localDay, validityOf, type Valid } from "./validity";

export function useValidityText(): (list: Valid) => string {
  const { t } = useTranslation();
  const { day } = useFormats();
  return (list) => {
    const { validFrom, validUntil } = list;
    const validity = validityOf(list, localDay());
    if (validity === "later" && validFrom !== null)
      return t("prices.validity.later", { day: day(validFrom) });
    if (validity === "over" && validUntil !== null)
      return t("prices.validity.over", { day: day(validUntil) });
    if (validity === "today" && validUntil !== null)
      return t("prices.validity.until", { day: day(validUntil) });
    return t(validity === "off" ? "prices.validity.off" : "prices.validity.today");
  };
}
