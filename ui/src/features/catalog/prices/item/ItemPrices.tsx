/**
 * The prices of an item beside the counter's: in each list, what it costs the dealer, and what it cost before. A price
 * is stored at once by its own button, and is no part of the form around it.
 */
import { Anchor, Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCommandQuery } from "../../../../api/hooks";
import { QueryError } from "../../../../components/QueryError";
import { useFormats } from "../../../../i18n/language";
import { useMay } from "../../../../shared/account/useMe";
import { PRICES_PATH } from "../../../../shared/catalog/address";
import { CostField } from "./CostField";
import classes from "./item.module.css";
import { ListPrices } from "./ListPrices";
import { PriceHistory } from "./PriceHistory";

export function ItemPrices({ itemId }: { itemId: string }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const mayEdit = useMay("edit");
  const query = useCommandQuery("listItemPrices", { id: itemId });
  if (query.error) return <QueryError title={t("prices.item.failed")} query={query} />;
  if (!query.data) return <Skeleton h={120} aria-busy />;
  const { base, currency, lists } = query.data;
  return (
    <div className={classes.sections}>
      <p className={classes.base}>
        {t("prices.counter")}:{" "}
        <strong>{base === null ? t("price.unavailable") : formats.price(base, currency)}</strong>
      </p>
      {lists.length === 0 ? (
        <p className={classes.note}>
          {t("prices.item.noLists")}{" "}
          <Anchor inherit underline="always" component={Link} to={PRICES_PATH}>
            {t("prices.item.toLists")}
          </Anchor>
        </p>
      ) : (
        <ul className={classes.lists} aria-label={t("prices.item.lists")}>
          {lists.map((list) => (
            <ListPrices key={list.list} itemId={itemId} list={list} currency={currency} editable={mayEdit} />
          ))}
        </ul>
      )}
      {mayEdit && <CostField itemId={itemId} lists={lists} />}
      <PriceHistory itemId={itemId} />
    </div>
  );
}
