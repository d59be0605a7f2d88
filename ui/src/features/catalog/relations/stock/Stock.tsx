/** How much of an item stands where, and when that was counted. */
import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../../api/hooks";
import type { Item } from "../../../../api/types";
import { QueryError } from "../../../../components/QueryError";
import { useStockText } from "../../../../shared/stock/useStockText";
import { AddCount } from "./AddCount";
import classes from "../relations.module.css";
import { StockRow } from "./StockRow";

type Props = { itemId: string; packages: NonNullable<Item["packages"]>; editable: boolean };

export function Stock({ itemId, packages, editable }: Props) {
  const { t } = useTranslation();
  const spell = useStockText();
  const query = useCommandQuery("getItemStock", { id: itemId });
  if (query.error) return <QueryError title={t("stockForm.failed")} query={query} />;
  if (!query.data) return <Skeleton h={80} aria-busy />;
  const { levels, total } = query.data;
  const told = total ? spell(total) : null;
  return (
    <section className={classes.part} aria-label={t("stockForm.title")}>
      <h4 className={classes.name}>{t("stockForm.title")}</h4>
      <p className={classes.note}>{told ?? t(levels.length === 0 ? "stockForm.none" : "stockForm.noSum")}</p>
      {levels.length > 0 && (
        <div className={classes.scroll} tabIndex={0} role="region" aria-label={t("stockForm.levels")}>
          <table className={classes.table}>
            <caption className="visually-hidden">{t("stockForm.levels")}</caption>
            <thead>
              <tr>
                <th scope="col">{t("stockForm.what")}</th>
                <th scope="col">{t("stockForm.place")}</th>
                <th scope="col">{t("stockForm.quantity")}</th>
                <th scope="col">{t("stockForm.countedAt")}</th>
              </tr>
            </thead>
            <tbody>
              {levels.map((level) => (
                <StockRow
                  key={JSON.stringify([level.package, level.place])}
                  itemId={itemId}
                  level={level}
                  editable={editable}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {editable && <AddCount itemId={itemId} packages={packages} levels={levels} />}
    </section>
  );
}
