/** Counts that were stored, the rows that were not, and the way to take all of it back. */
import { Button } from "@mantine/core";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Notice } from "../../../components/Notice";
import { useFormats } from "../../../i18n/language";
import { FileLine } from "../file/FileLine";
import { TakeBackButton } from "../result/TakeBackButton";
import { StockCounts, StockProblems } from "./StockOutcome";
import type { StockDesk } from "./useStockImport";
import classes from "../Import.module.css";

export function StockResult({ desk }: { desk: StockDesk }) {
  const { t } = useTranslation();
  const { integer } = useFormats();
  const { outcome } = desk;
  if (!outcome) return null;
  const { changed, problemCount, operationId } = outcome;
  const isWhole = problemCount === 0;
  return (
    <>
      <FileLine desk={desk} />
      <Notice
        icon={isWhole ? <IconCheck size={18} /> : <IconAlertTriangle size={18} />}
        tone={isWhole ? "info" : "wait"}
      >
        {t("import.stock.stored", { count: changed, shown: integer(changed) })}{" "}
        {!isWhole && (
          <strong>{t("import.notStored", { count: problemCount, shown: integer(problemCount) })}</strong>
        )}
      </Notice>
      <StockCounts outcome={outcome} />
      <StockProblems file={desk.found?.file ?? null} outcome={outcome} />
      <div className={classes.actions}>
        <Button onClick={desk.reset}>{t("import.another")}</Button>
        {operationId !== null && (
          <TakeBackButton
            id={operationId}
            isTakenBack={desk.takenBack === operationId}
            onTakenBack={desk.noteTakenBack}
          />
        )}
      </div>
    </>
  );
}
