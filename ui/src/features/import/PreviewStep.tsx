/** What importing would do: counts, what is wrong cell by cell, what looks like a record that is there. */
import { Button } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../components/DataText";
import { Notice } from "../../components/Notice";
import { useFormats } from "../../i18n/language";
import { Counts } from "./Counts";
import { ErrorTable } from "./ErrorTable";
import { FileLine } from "./FileLine";
import { Lookalikes } from "./Lookalikes";
import type { ImportDesk } from "./useImport";
import classes from "./Import.module.css";

export function PreviewStep({ desk }: { desk: ImportDesk }) {
  const { t } = useTranslation();
  const { integer, list } = useFormats();
  const result = desk.state?.result;
  if (!result) return null;
  const { report } = result;
  const change = report.created + report.updated;
  const busy = desk.work !== null;
  return (
    <>
      <FileLine desk={desk} />
      <Counts report={report} />
      {report.warnings.map((warning) => (
        <Notice
          key={`${warning.code} ${warning.names.join()}`}
          icon={<IconInfoCircle size={18} />}
          tone="wait"
        >
          <DataText text={t(`import.warning.${warning.code}`, { names: list(warning.names) })} />
        </Notice>
      ))}
      {change === 0 && report.rejected === 0 && (
        <Notice icon={<IconInfoCircle size={18} />}>{t("import.nothingToDo")}</Notice>
      )}
      <div className={classes.actions}>
        <Button disabled={busy || change === 0} onClick={() => void desk.run()}>
          {t("import.run", { count: change, shown: integer(change) })}
        </Button>
        <Button variant="default" disabled={busy} onClick={() => desk.setStep("columns")}>
          {t("import.back")}
        </Button>
        <Button variant="subtle" disabled={busy} onClick={desk.reset}>
          {t("import.otherFile")}
        </Button>
      </div>
      {report.errors.length > 0 && desk.state && (
        <ErrorTable key={desk.state.id} desk={desk} state={desk.state} result={result} />
      )}
      {result.lookalikeCount > 0 && <Lookalikes result={result} />}
    </>
  );
}
