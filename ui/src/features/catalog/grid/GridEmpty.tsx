/** Where the rows would be: nothing that fits, or nothing at all yet. */
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Logo } from "../../../components/Logo";
import { StartCatalog } from "../../../shared/catalog/StartCatalog";
import classes from "./Grid.module.css";

type Props = { filtered: boolean; onClear: () => void };

export function GridEmpty({ filtered, onClear }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes.empty}>
      <Logo size={36} />
      <h2>{t(filtered ? "grid.empty.filtered" : "grid.empty.title")}</h2>
      <p>{t(filtered ? "grid.empty.filteredText" : "grid.empty.text")}</p>
      {filtered ? (
        <Button variant="default" onClick={onClear}>
          {t("grid.empty.clear")}
        </Button>
      ) : (
        <StartCatalog justify="center" />
      )}
    </div>
  );
}
