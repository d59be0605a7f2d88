/** Metrics from a CSV, and as one. */
import { Button, FileButton, Group } from "@mantine/core";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { call, asCommandError } from "../../../api/command";
import { useCommandMutation } from "../../../api/hooks";
import { DataText } from "../../../components/DataText";
import { useErrorToast } from "../../../components/toast/useErrorToast";
import { useUndoToast } from "../../../components/toast/useUndoToast";
import { useErrorText } from "../../../components/useErrorText";
import { saveText } from "../../../host/save";
import { problemsOf } from "../../../shared/forms/refusal";
import { useProblemText } from "../../../shared/forms/useProblemText";
import classes from "./tracking.module.css";

/** Problems that are said; the others come once these are mended. */
const SAID = 20;

export function TableButtons() {
  const { t } = useTranslation();
  const [reset, setReset] = useState(0);
  const resetFile = useRef<() => void>(null);
  const importing = useCommandMutation("importMetrics");
  const undo = useCommandMutation("undoPersonal");
  const showError = useErrorToast();
  const showUndoable = useUndoToast();
  const take = async (file: File | null) => {
    if (!file) return;
    resetFile.current?.();
    setReset(reset + 1);
    const csv = decode(await file.arrayBuffer());
    importing.mutate(
      { csv, operationId: crypto.randomUUID() },
      {
        onSuccess: ({ added, known, operationId }) => {
          const words = [t("personal.tracking.added", { count: added })];
          if (known > 0) words.push(t("personal.tracking.known", { count: known }));
          showUndoable(words.join(" "), () => undo.mutate({ id: operationId }, { onError: showError }));
        },
      },
    );
  };
  const save = () =>
    void call("exportMetrics", {}).then(
      ({ csv }) => saveText(`${t("personal.tracking.fileName")}.csv`, "text/csv", csv),
      (cause: unknown) => showError(asCommandError(cause)),
    );
  return (
    <>
      <Group gap="xs">
        <FileButton resetRef={resetFile} onChange={(file) => void take(file)} accept=".csv,text/csv">
          {(props) => (
            <Button {...props} size="compact-sm" variant="default" loading={importing.isPending}>
              {t("personal.tracking.import")}
            </Button>
          )}
        </FileButton>
        <Button size="compact-sm" variant="default" onClick={save}>
          {t("personal.tracking.export")}
        </Button>
      </Group>
      {importing.error && <Refusal key={reset} error={importing.error} />}
    </>
  );
}

function Refusal({ error }: { error: ReturnType<typeof asCommandError> }) {
  const { t } = useTranslation();
  const describe = useErrorText();
  const describeProblem = useProblemText();
  const problems = problemsOf(error);
  return (
    <div role="alert">
      <p>{problems.length === 0 ? <DataText text={describe(error)} /> : t("personal.tracking.refused")}</p>
      <ul className={classes.sentences}>
        {problems.slice(0, SAID).map(({ field, code, value, allowed }) => {
          const [, row, column] = /^rows\[(\d+)\](?:\.(\w+))?$/.exec(field) ?? [];
          const place = row && t("personal.tracking.row", { row });
          const where = [place, column ?? (place ? "" : field)].filter(Boolean).join(", ");
          const what = describeProblem({ code, allowed });
          return (
            <li key={field}>
              <DataText text={`${where}: ${value === "" ? "" : `«${value}»: `}${what}`} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Spreadsheets in Brazil write files in UTF-8 or in the code page of Windows. */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
