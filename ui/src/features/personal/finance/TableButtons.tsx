/** A kind of records as a table of CSV: saved to a file, and read from one. What was read can be taken back. */
import { useTranslation } from "react-i18next";
import { asCommandError, call } from "../../../api/command";
import { useCommandMutation } from "../../../api/hooks";
import { showToast } from "../../../components/toast/toasts";
import { useErrorToast } from "../../../components/toast/useErrorToast";
import { useUndoToast } from "../../../components/toast/useUndoToast";
import { saveText } from "../../../host/save";
import { readTable } from "../table/readTable";
import { TableFiles } from "../table/TableFiles";
import type { Kind } from "./nouns";

export function TableButtons({ kind }: { kind: Kind }) {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const showUndoable = useUndoToast();
  const undo = useCommandMutation("undoPersonal");
  const importing = useCommandMutation("importFinance", {
    // Also where another month was opened meanwhile: it is the only way back.
    onAnswer: (done, { operationId }) => {
      const text = t("personal.finance.imported", done);
      if (done.added + done.changed === 0 || !operationId) showToast({ tone: "info", text });
      else showUndoable(text, () => undo.mutateAsync({ id: operationId }));
    },
  });
  const tellCause = (cause: unknown) => showError(asCommandError(cause));
  const take = async (file: File) =>
    importing.mutate({ table: kind, content: await readTable(file), operationId: crypto.randomUUID() });
  const save = async () => {
    const { name, content } = await call("exportFinance", { table: kind });
    saveText(name, "text/csv", content);
  };
  return (
    <TableFiles
      isReading={importing.isPending}
      refusal={importing.error}
      onRead={(file) => void take(file).catch(tellCause)}
      onSave={() => void save().catch(tellCause)}
    />
  );
}
