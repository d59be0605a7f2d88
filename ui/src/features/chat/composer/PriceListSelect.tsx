/** Whose prices the next answer gives: those of the counter, or of a price list. */
import { NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { cleanText } from "../../../lib/text/text";
import type { ChatPriceList } from "./useChatPriceList";
import classes from "./Composer.module.css";

type Props = { prices: ChatPriceList; disabled: boolean };

export function PriceListSelect({ prices, disabled }: Props) {
  const { t } = useTranslation();
  if (prices.lists.length === 0) return null;
  return (
    <NativeSelect
      className={classes.prices}
      size="xs"
      aria-label={t("composer.prices.label")}
      title={t("composer.prices.label")}
      disabled={disabled}
      value={prices.list}
      onChange={(event) => prices.choose(event.currentTarget.value)}
      data={[
        { value: "", label: t("composer.prices.counter") },
        ...prices.lists.map(({ id, name }) => ({ value: id, label: cleanText(name) })),
      ]}
    />
  );
}
