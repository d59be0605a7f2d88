/** Where the rows would be: nothing that fits, or nothing at all yet. */
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCommandQuery } from "../../../api/hooks";
import { Logo } from "../../../components/Logo";
import { BarcodeAnswer } from "../../../shared/barcode/BarcodeAnswer";
import { readBarcode } from "../../../shared/barcode/scan";
import { StartCatalog } from "../../../shared/catalog/StartCatalog";
import type { GridState } from "../../../shared/filters/gridState";
import classes from "./Grid.module.css";

type Props = { state: GridState; onChange: (change: Partial<GridState>) => void };

export function GridEmpty({ state, onChange }: Props) {
  const { t } = useTranslation();
  const status = useCommandQuery("status", {});
  // Conditions are not what hides rows where there are none.
  const hasConditions = state.text.trim() !== "" || state.filters.length > 0;
  const ean = readBarcode(state.text);
  const isFiltered = hasConditions && status.data?.items !== 0;
  return (
    <div className={classes.empty}>
      {ean !== null && <BarcodeAnswer ean={ean} />}
      <Logo size={36} />
      <h2>{t(isFiltered ? "grid.empty.filtered" : "grid.empty.title")}</h2>
      <p>{t(isFiltered ? "grid.empty.filteredText" : "grid.empty.text")}</p>
      {isFiltered ? (
        <Button variant="default" onClick={() => onChange({ text: "", filters: [] })}>
          {t("grid.empty.clear")}
        </Button>
      ) : (
        <StartCatalog justify="center" />
      )}
    </div>
  );
}
