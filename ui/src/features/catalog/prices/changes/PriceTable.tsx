/** Prices from what to what, with what stands out in them, in words. */
import { Badge } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { DataText } from "../../../../components/DataText";
import { useFormats } from "../../../../i18n/language";
import { itemAddress } from "../../../../shared/catalog/address";
import classes from "../prices.module.css";
import type { PriceMark } from "../types";

export type PriceRow = {
  item: string;
  /** Null where the item is not there any more. */
  name: string | null;
  package: string | null;
  /** What it costs before: of a list, by its rule or the counter where it has no price of its own. */
  old: number | null;
  /** Null where the price of its own is taken away. */
  after: number | null;
  /** Null where the item is not there any more. */
  currency: string | null;
  /** By how many hundredths it changes. */
  percent: number | null;
  marks: readonly PriceMark[];
  /** What became of it, or nothing to be said. */
  remark?: ReactNode;
};

/** Marks that hint at a mistake. */
const GRAVE: ReadonlySet<PriceMark> = new Set<PriceMark>(["tenfold", "to_zero", "below_cost"]);

export function PriceTable({ caption, rows }: { caption: string; rows: readonly PriceRow[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const money = (price: number | null, currency: string | null) => {
    if (price === null) return <em>{t("itemForm.nothing")}</em>;
    return currency === null ? formats.amount(price) : formats.price(price, currency);
  };
  return (
    <div className={classes.scroll} tabIndex={0}>
      <table className={classes.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t("prices.table.item")}</th>
            <th scope="col">{t("prices.table.before")}</th>
            <th scope="col">{t("prices.table.after")}</th>
            <th scope="col">{t("prices.table.percent")}</th>
            <th scope="col">{t("prices.table.remarks")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.item} ${row.package ?? ""}`}>
              <th scope="row">
                {row.name === null ? (
                  <em>{t("operations.gone")}</em>
                ) : (
                  <Link to={itemAddress(row.item)}>
                    <DataText text={row.name} />
                  </Link>
                )}
                {row.package !== null && (
                  <span className={classes.package}>
                    {" · "}
                    <DataText text={row.package} />
                  </span>
                )}
              </th>
              <td className={classes.from}>{money(row.old, row.currency)}</td>
              <td className={classes.to}>
                <IconArrowRight size={13} aria-hidden className={classes.arrow} />
                {money(row.after, row.currency)}
              </td>
              <td className={classes.to}>
                {row.percent === null ? "–" : percentText(row.percent, formats.percent)}
              </td>
              <td>
                {row.marks.map((mark) => (
                  <MarkBadge key={mark} mark={mark} />
                ))}
                {row.remark}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function MarkBadge({ mark, count }: { mark: PriceMark; count?: string }) {
  const { t } = useTranslation();
  return (
    <Badge className={classes.badge} size="sm" variant="light" color={GRAVE.has(mark) ? "red" : "palha"}>
      {count !== undefined && `${count} · `}
      {t(`prices.mark.${keyOf(mark)}`)}
    </Badge>
  );
}

function percentText(hundredths: number, spell: (share: number) => string): string {
  return `${hundredths > 0 ? "+" : ""}${spell(hundredths / 100)}`;
}

/** The translations take `_zero` at the end of a key for a plural. */
function keyOf(mark: PriceMark) {
  return mark === "to_zero" ? "toZero" : mark;
}
