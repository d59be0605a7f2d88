/** What importing would do: counts, what is wrong cell by cell, what looks like a record that is there. */
import { Button } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { DataText } from "../../../components/DataText";
import { Notice } from "../../../components/Notice";
import { useFormats } from "../../../i18n/language";
import { ChangedRows } from "./ChangedRows";
import { Corrections } from "./cells/Corrections";
import { Counts } from "./Counts";
import { ErrorTable } from "./cells/ErrorTable";
import { FileLine } from "../file/FileLine";
import { Lookalikes } from "./Lookalikes";
import { NameWarning } from "./NameWarning";
import { NewValues } from "./NewValues";
import { RowDoubts } from "./RowDoubts";
import { NAME_WARNINGS } from "../columns/targets";
import { useColumnLabel } from "../columns/useColumnLabel";
import { listTicked } from "../state/ticked";
import type { ImportDesk } from "../state/useImport";
import classes from "../Import.module.css";

/** Words of the file within a sentence of ours: a dash alone would be taken for punctuation. */
const quote = (words: string) => `“${words}”`;

export function PreviewStep({ desk }: { desk: ImportDesk }) {
  const { t } = useTranslation();
  const { integer, list, placeCount } = useFormats();
  const label = useColumnLabel(desk);
  const result = desk.state?.result;
  if (!result) return null;
  const { report } = result;
  const change = report.created + report.updated;
  const busy = desk.work !== null;
  const names = report.warnings.find(({ code }) => NAME_WARNINGS.has(code));
  // Without names, a list of prices still changes what it knows by its codes.
  const isDoubtful = names !== undefined && (names.code !== "no_names" || change === 0);
  const run = t(isDoubtful && change > 0 ? "import.runAnyway" : "import.run", placeCount(change));
  const merges = listTicked(report.newValues, desk);
  return (
    <>
      <FileLine desk={desk} />
      {names && <NameWarning desk={desk} warning={names} tone={isDoubtful ? "bad" : "wait"} />}
      <Counts report={report} />
      {report.warnings
        .filter((warning) => warning !== names)
        .map((warning) => (
          <Notice
            key={`${warning.code} ${warning.names.join()}`}
            icon={<IconInfoCircle size={18} />}
            tone="wait"
          >
            <DataText
              text={t(`import.warning.${warning.code}`, {
                names: list(warning.names.map(warning.code === "prices_on_request" ? quote : label)),
                ...placeCount(warning.count ?? 0),
                of: integer(warning.of ?? 0),
              })}
            />
          </Notice>
        ))}
      {change === 0 && report.rejected === 0 && report.leftOut === 0 && (
        <Notice icon={<IconInfoCircle size={18} />}>{t("import.nothingToDo")}</Notice>
      )}
      <div className={classes.actions}>
        <Button
          variant={isDoubtful ? "outline" : "filled"}
          color={isDoubtful ? "red" : undefined}
          disabled={busy || change === 0}
          onClick={() => void desk.run()}
        >
          {merges.length > 0 && change > 0
            ? t("import.runMerging", { run, ...placeCount(merges.length) })
            : run}
        </Button>
        <Button variant="default" disabled={busy} onClick={() => desk.setStep("columns")}>
          {t("import.back")}
        </Button>
        <Button variant="subtle" disabled={busy} onClick={desk.reset}>
          {t("import.otherFile")}
        </Button>
      </div>
      {report.doubts.length > 0 && <RowDoubts desk={desk} doubts={report.doubts} />}
      {report.errors.length > 0 && desk.state && (
        <ErrorTable desk={desk} state={desk.state} result={result} />
      )}
      <Corrections desk={desk} errors={report.errors} />
      {(report.newValueCount > 0 || desk.merges.size > 0) && <NewValues desk={desk} report={report} />}
      {result.lookalikeCount > 0 && <Lookalikes result={result} />}
      {desk.state && <ChangedRows key={`rows ${desk.state.id}`} state={desk.state} />}
    </>
  );
}
