/** What a product is sold in, as far as a cell has room: the lowest price by the unit, and the labels. */
import type { Package } from "../../../../bindings";
import { DataText } from "../../../../components/DataText";
import { lowestUnitPrice, unitPrice } from "../../../../lib/packages/content";
import { cleanText } from "../../../../lib/text/text";
import { spellUnitPrice } from "../../../../shared/packages/usePackageText";
import classes from "./Cell.module.css";
import { useCellWords } from "./cellWords";
import type { GridRow } from "./cells";

/** Labels that a cell can show at its widest. */
const SHOWN = 12;

export function PackagesCell({ item: { packages = [], currency } }: { item: GridRow["item"] }) {
  const { t, formats } = useCellWords();
  const onSale = packages.filter(({ status }) => status !== "inativo");
  const isOff = onSale.length === 0;
  const listed = isOff ? packages : onSale;
  if (listed.length === 0) return null;
  const lowest = lowestUnitPrice(onSale);
  /** One line of what is said on pointing at the cell. */
  const spell = (one: Package): string => {
    const { label, price, status } = one;
    const unit = unitPrice(one);
    const parts = [
      label,
      price === null || price === undefined ? "" : formats.price(price, currency),
      unit ? spellUnitPrice(unit, currency, t, formats) : "",
      status === "inativo" ? t("record.status.inativo") : "",
    ];
    return cleanText(parts.filter((part) => part !== "").join(" · "));
  };
  return (
    <span className={classes.packages} data-off={isOff || undefined} title={packages.map(spell).join("\n")}>
      {lowest && (
        <>
          <span className={classes.lowest}>{spellUnitPrice(lowest, currency, t, formats)}</span>
          <span aria-hidden> · </span>
        </>
      )}
      {listed.slice(0, SHOWN).map(({ label }, at) => (
        <span key={at}>
          {at > 0 && ", "}
          <DataText text={label} />
        </span>
      ))}
    </span>
  );
}
