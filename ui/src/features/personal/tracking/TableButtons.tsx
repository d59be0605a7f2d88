/** Metrics from a CSV, and as one. */
import { useTranslation } from "react-i18next";
import { asCommandError, call } from "../../../api/command";
import { useCommandMutation } from "../../../api/hooks";
import { useErrorToast } from "../../../components/toast/useErrorToast";
import { useUndoToast } from "../../../components/toast/useUndoToast";
import { saveText } from "../../../host/save";
import { readTable } from "../table/readTable";
import { TableFiles } from "../table/TableFiles";

export function TableButtons() {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const showUndoable = useUndoToast();
  const undo = useCommandMutation("undoPersonal");
  const importing = useCommandMutation("importMetrics", {
    // Also where another page was opened meanwhile: it is the only way back.
    onAnswer: ({ added, known, operationId }) => {
      const words = [t("personal.tracking.added", { count: added })];
      if (known > 0) words.push(t("personal.tracking.known", { count: known }));
      showUndoable(words.join(" "), () => undo.mutateAsync({ id: operationId }));
    },
  });
  const take = async (file: File) =>
    importing.mutate({ csv: await readTable(file), operationId: crypto.randomUUID() });
  const save = () =>
    void call("exportMetrics", {}).then(
      ({ csv }) => saveText(`${t("personal.tracking.fileName")}.csv`, "text/csv", csv),
      (cause: unknown) => showError(asCommandError(cause)),
    );
  return (
    <TableFiles
      isReading={importing.isPending}
      refusal={importing.error}
      onRead={(file) => void take(file).catch((cause: unknown) => showError(asCommandError(cause)))}
      onSave={save}
    />
  );
}
