/** What is known of the stock of a product: how much there is, or that there is none left, and when that was counted. */
import { useContext } from "react";
import { DataText } from "../../../../components/DataText";
import { spellCountDay, spellQuantity } from "../../../../shared/stock/useStockText";
import classes from "./Cell.module.css";
import type { GridRow } from "./cells";
import { useCellWords } from "./cellWords";
import { RowStock } from "./rowStock";

export function StockCell({ item }: { item: GridRow["item"] }) {
  const { t, formats } = useCellWords();
  const stock = useContext(RowStock)[item.id];
  // What was not counted is unknown, and unknown is not nothing.
  if (!stock) return null;
  const day = spellCountDay(stock, formats);
  if (stock.isOut)
    return (
      <span className={classes.stockOut} data-recent={stock.isRecent || undefined}>
        {t("grid.stock.out", { day })}
      </span>
    );
  const what = spellQuantity(stock, formats);
  // Without packages it is the units that differ.
  const noSum = (item.packages ?? []).length === 0 ? "grid.stock.units" : "grid.stock.several";
  return <DataText text={what === null ? t(noSum, { day }) : t("grid.stock.left", { what, day })} />;
}
