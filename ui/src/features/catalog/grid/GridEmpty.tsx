/** Where the rows would be: nothing that fits, or nothing at all yet. */
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../api/hooks";
import { Logo } from "../../../components/Logo";
import { StartCatalog } from "../../../shared/catalog/StartCatalog";
import classes from "./Grid.module.css";

type Props = { filtered: boolean; onClear: () => void };

export function GridEmpty({ filtered, onClear }: Props) {
  const { t } = useTranslation();
  const status = useCommandQuery("status", {});
  // Conditions are not what hides rows where there are none.
  const isFiltered = filtered && status.data?.items !== 0;
  return (
    <div className={classes.empty}>
      <Logo size={36} />
      <h2>{t(isFiltered ? "grid.empty.filtered" : "grid.empty.title")}</h2>
      <p>{t(isFiltered ? "grid.empty.filteredText" : "grid.empty.text")}</p>
      {isFiltered ? (
        <Button variant="default" onClick={onClear}>
          {t("grid.empty.clear")}
        </Button>
      ) : (
        <StartCatalog justify="center" />
      )}
    </div>
  );
}
