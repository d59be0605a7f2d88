/** What was done, and the way to take all of it back. */
import { Button } from "@mantine/core";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Notice } from "../../../components/Notice";
import { useFormats } from "../../../i18n/language";
import { Counts } from "../preview/Counts";
import { ErrorTable } from "../preview/cells/ErrorTable";
import { FileLine } from "../file/FileLine";
import type { ImportResult } from "../columns/targets";
import type { ImportDesk } from "../state/useImport";
import { TakeBackButton } from "./TakeBackButton";
import classes from "../Import.module.css";

export function ResultStep({ desk }: { desk: ImportDesk }) {
  const { t } = useTranslation();
  const result = desk.state?.result;
  if (!desk.state || !result) return null;
  const change = result.report.created + result.report.updated;
  return (
    <>
      <FileLine desk={desk} />
      <Outcome report={result.report} />
      <Counts report={result.report} />
      {result.report.errors.length > 0 && <ErrorTable desk={desk} state={desk.state} result={result} />}
      <div className={classes.actions}>
        <Button onClick={desk.reset}>{t("import.another")}</Button>
        {change > 0 && (
          <TakeBackButton
            id={desk.state.id}
            isTakenBack={desk.takenBack === desk.state.id}
            onTakenBack={desk.noteTakenBack}
          />
        )}
      </div>
    </>
  );
}

/** Says that all is stored only where it is: rows with errors and rows left out are counted beside the rest. */
function Outcome({ report }: { report: ImportResult["report"] }) {
  const { t } = useTranslation();
  const { placeCount } = useFormats();
  const { created, updated, rejected, leftOut } = report;
  const stored = created + updated;
  if (rejected + leftOut === 0 && stored > 0)
    return <Notice icon={<IconCheck size={18} />}>{t("import.stored")}</Notice>;
  return (
    <Notice icon={<IconAlertTriangle size={18} />} tone={rejected > 0 ? "wait" : "info"}>
      {stored > 0 ? t("import.storedPart", placeCount(stored)) : t("import.storedNothing")}{" "}
      {rejected > 0 && <strong>{t("import.notStored", placeCount(rejected))}</strong>}{" "}
      {leftOut > 0 && t("import.notTaken", placeCount(leftOut))}
    </Notice>
  );
}
