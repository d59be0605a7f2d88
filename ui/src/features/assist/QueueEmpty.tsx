/** Nothing to review: before the first run, how one is begun; with no items, the way to these. */
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../api/hooks";
import { StartCatalog } from "../../shared/catalog/StartCatalog";
import { useIsCatalogEmpty } from "../../shared/catalog/useIsCatalogEmpty";
import classes from "./Review.module.css";

export function QueueEmpty() {
  const { t } = useTranslation();
  const isEmpty = useIsCatalogEmpty();
  const runs = useCommandQuery("listEnrichments", {}).data;
  if (isEmpty)
    return (
      <>
        <p className={classes.plain}>{t("assist.queue.noItems")}</p>
        <StartCatalog justify="flex-start" />
      </>
    );
  return (
    <p className={classes.plain}>{t(runs?.length === 0 ? "assist.queue.first" : "assist.queue.empty")}</p>
  );
}
