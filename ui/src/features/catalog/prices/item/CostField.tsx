/** What an item costs the dealer, and what of each of its prices is left: for those who buy, and no one else. */
import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCommandMutation, useCommandQuery } from "../../../../api/hooks";
import { DataText } from "../../../../components/DataText";
import { QueryError } from "../../../../components/QueryError";
import { useUndoToast } from "../../../../components/toast/useUndoToast";
import { useErrorText } from "../../../../components/useErrorText";
import { useFormats } from "../../../../i18n/language";
import classes from "./item.module.css";
import type { ItemListPrice } from "./ListPrices";
import { PriceField } from "./PriceField";

type Props = { itemId: string; lists: readonly ItemListPrice[] };

export function CostField({ itemId, lists }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const describe = useErrorText();
  const showUndoable = useUndoToast();
  const query = useCommandQuery("getItemCost", { id: itemId });
  const restore = useCommandMutation("setItemCost");
  const before = query.data?.cost ?? null;
  const set = useCommandMutation("setItemCost", {
    onAnswer: ({ version }) =>
      showUndoable(t("prices.cost.saved"), () =>
        restore.mutateAsync({ id: itemId, cost: before, version, operationId: crypto.randomUUID() }),
      ),
  });
  if (query.error) return <QueryError title={t("prices.cost.failed")} query={query} />;
  if (!query.data) return <Skeleton h={50} aria-busy />;
  const { version, margins } = query.data;
  const nameOf = (list: string | null) =>
    list === null ? t("prices.counter") : (lists.find((one) => one.list === list)?.name ?? "");
  return (
    <section className={classes.list} aria-label={t("prices.cost.title")}>
      <h4 className={classes.name}>{t("prices.cost.title")}</h4>
      <PriceField
        label={t("prices.cost.title")}
        placeholder={t("prices.cost.placeholder")}
        stored={before}
        saving={set.isPending}
        refusal={set.error ? describe(set.error) : ""}
        onSave={(cost) =>
          set.mutateAsync({ id: itemId, cost, version, operationId: crypto.randomUUID() }).then(
            () => true,
            () => {
              // Another person may have been first: the next try starts from what is stored by then.
              void query.refetch();
              return false;
            },
          )
        }
      />
      {margins.length > 0 && (
        <dl className={classes.margins}>
          {margins.map(({ list, margin }) => (
            <div key={list ?? ""}>
              <dt>
                {t("prices.cost.margin")} · <DataText text={nameOf(list)} />
              </dt>
              <dd data-loss={(margin ?? 0) < 0 || undefined}>
                {margin === null ? "–" : formats.percent(margin / 100)}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
