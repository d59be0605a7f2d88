/** What an item and its packages cost in one list: the price with where it comes from, and the list's own price. */
import { Badge } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Data } from "../../../../api/command";
import type { PriceSource } from "../../../../bindings";
import { DataText } from "../../../../components/DataText";
import { useFormats } from "../../../../i18n/language";
import { cleanText } from "../../../../lib/text/text";
import { useValidityText } from "../lists/useValidityText";
import classes from "./item.module.css";
import { OwnPrice } from "./OwnPrice";

export type ItemListPrice = Data<"listItemPrices">["lists"][number];
/** What is sold: the item itself, or one of its packages. */
type SoldUnit = {
  label: string | null;
  /** A package that the item has no more, with an own price that is left over. */
  isGone: boolean;
  own: number | null;
  price: number | null;
  source: PriceSource | null;
};

type Props = {
  itemId: string;
  list: ItemListPrice;
  currency: string;
  editable: boolean;
};

export function ListPrices({ itemId, list, currency, editable }: Props) {
  const { t } = useTranslation();
  const validityText = useValidityText();
  const sold: SoldUnit[] = [{ ...list, label: null, isGone: false }, ...list.packages];
  return (
    <li className={classes.list}>
      <h4 className={classes.name}>
        <DataText text={list.name} />{" "}
        <Badge size="xs" variant={list.isValidToday ? "light" : "default"}>
          {validityText(list)}
        </Badge>
      </h4>
      <ul className={classes.rows} aria-label={cleanText(list.name)}>
        {sold.map((one) => (
          <li key={one.label ?? ""} className={classes.row}>
            <span className={classes.sold}>
              {one.label === null ? t("prices.item.itself") : <DataText text={one.label} />}
            </span>
            <Price {...one} currency={currency} />
            {editable && (
              <OwnPrice
                itemId={itemId}
                list={list.list}
                listName={list.name}
                label={one.label}
                isGone={one.isGone}
                own={one.own}
                currency={currency}
              />
            )}
          </li>
        ))}
      </ul>
    </li>
  );
}

/** Of a list that is not valid today there is no price, though it may have one of its own. */
function Price({ isGone, own, price, source, currency }: SoldUnit & { currency: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (price !== null && source !== null)
    return (
      <span className={classes.price}>
        <strong>{formats.price(price, currency)}</strong>{" "}
        <span className={classes.source}>{t(`prices.source.${source}`)}</span>
      </span>
    );
  return (
    <span className={classes.price}>
      <span className={classes.source}>
        {own === null
          ? t("prices.item.none")
          : t(isGone ? "prices.item.packageGone" : "prices.item.notToday", {
              price: formats.price(own, currency),
            })}
      </span>
    </span>
  );
}
