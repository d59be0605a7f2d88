/** Where the log is empty: the way to what is written there, or to what others did. */
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ITEMS_PATH } from "../../../shared/catalog/address";
import { StartCatalog } from "../../../shared/catalog/StartCatalog";
import { useIsCatalogEmpty } from "../../../shared/catalog/useIsCatalogEmpty";
import classes from "./Operations.module.css";

type Props = {
  /** Only one's own operations are listed. */
  mine: boolean;
  onAll: () => void;
};

export function OperationsEmpty({ mine, onAll }: Props) {
  const { t } = useTranslation();
  const isEmpty = useIsCatalogEmpty();
  return (
    <div className={classes.none}>
      <p>{t(mine ? "operations.noneMine" : "operations.none")}</p>
      {isEmpty ? (
        <StartCatalog justify="center" />
      ) : mine ? (
        <Button variant="default" onClick={onAll}>
          {t("operations.showAll")}
        </Button>
      ) : (
        <Button component={Link} to={ITEMS_PATH} variant="default">
          {t("noStock.open.items")}
        </Button>
      )}
    </div>
  );
}
