/** What a list of stock would change: how much there was and would be at each place, and the rows that cannot be stored. */
import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Notice } from "../../../components/Notice";
import { useFormats } from "../../../i18n/language";
import { FileLine } from "../file/FileLine";
import { StockCounts, StockProblems, StockRows } from "./StockOutcome";
import type { StockDesk } from "./useStockImport";
import classes from "../Import.module.css";

export function StockPreview({ desk }: { desk: StockDesk }) {
  const { t } = useTranslation();
  const { placeCount } = useFormats();
  const { outcome } = desk;
  const file = desk.found?.file ?? null;
  if (!outcome) return null;
  const isBusy = desk.work !== null;
  const mixed = outcome.mixedPlaces ?? 0;
  const unlike = outcome.unlikeSums ?? 0;
  return (
    <>
      <FileLine desk={desk} />
      <StockCounts outcome={outcome} />
      {mixed > 0 && (
        <Notice icon={<IconAlertTriangle size={18} />} tone="wait">
          {t("import.stock.mixed", placeCount(mixed))}
        </Notice>
      )}
      {unlike > 0 && (
        <Notice icon={<IconAlertTriangle size={18} />} tone="wait">
          {t("import.stock.unlikeSums", placeCount(unlike))}
        </Notice>
      )}
      <StockRows file={file} outcome={outcome} />
      <StockProblems file={file} outcome={outcome} title={t("import.stock.notStored")} />
      <div className={classes.actions}>
        <Button
          loading={desk.work?.what === "importing"}
          disabled={isBusy || outcome.changed === 0}
          onClick={() => void desk.run()}
        >
          {t("import.stock.run", placeCount(outcome.changed))}
        </Button>
        <Button variant="default" disabled={isBusy} onClick={desk.backToColumns}>
          {t("import.back")}
        </Button>
        <Button variant="default" disabled={isBusy} onClick={desk.reset}>
          {t("import.otherFile")}
        </Button>
      </div>
    </>
  );
}
