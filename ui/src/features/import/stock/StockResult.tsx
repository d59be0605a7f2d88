/** Counts that were stored, the rows that were not, and the way to take all of it back. */
import { Button } from "@mantine/core";
import { IconAlertTriangle, IconArrowBackUp, IconCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Notice } from "../../../components/Notice";
import { useFormats } from "../../../i18n/language";
import { FileLine } from "../file/FileLine";
import { TakeBackButton } from "../result/TakeBackButton";
import { StockProblems } from "./StockOutcome";
import type { StockDesk } from "./useStockImport";
import classes from "../Import.module.css";

export function StockResult({ desk }: { desk: StockDesk }) {
  const { t } = useTranslation();
  const { placeCount } = useFormats();
  const { outcome } = desk;
  if (!outcome) return null;
  const { changed, unchanged, problemCount, operationId } = outcome;
  const isWhole = problemCount === 0;
  const isTakenBack = operationId !== null && desk.takenBack === operationId;
  return (
    <>
      <FileLine desk={desk} />
      {isTakenBack ? (
        <Notice icon={<IconArrowBackUp size={18} />}>{t("import.stock.wasTakenBack")}</Notice>
      ) : (
        <Notice
          icon={isWhole ? <IconCheck size={18} /> : <IconAlertTriangle size={18} />}
          tone={isWhole ? "info" : "wait"}
        >
          {t("import.stock.stored", placeCount(changed))}{" "}
          {unchanged > 0 && <>{t("import.stock.wereSo", placeCount(unchanged))} </>}
          {!isWhole && <strong>{t("import.notStored", placeCount(problemCount))}</strong>}
        </Notice>
      )}
      <StockProblems file={desk.found?.file ?? null} outcome={outcome} title={t("import.stock.leftOut")} />
      <div className={classes.actions}>
        <Button onClick={desk.reset}>{t("import.another")}</Button>
        {operationId !== null && (
          <TakeBackButton id={operationId} isTakenBack={isTakenBack} onTakenBack={desk.noteTakenBack} />
        )}
      </div>
    </>
  );
}
