/** A kind of records as a table of CSV: saved to a file, and read from one. What was read can be taken back. */
import { Button, FileButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/command";
import { useCommandMutation } from "../../../api/hooks";
import { showToast } from "../../../components/toast/toasts";
import { useErrorToast } from "../../../components/toast/useErrorToast";
import { useUndoToast } from "../../../components/toast/useUndoToast";
import { saveText } from "../../../host/save";
import type { Kind } from "./nouns";

export function TableButtons({ kind }: { kind: Kind }) {
  const { t } = useTranslation();
  const read = useCommandMutation("importFinance");
  const undo = useCommandMutation("undoPersonal");
  const showError = useErrorToast();
  const showUndoable = useUndoToast();
  const take = async (file: File) => {
    const operationId = crypto.randomUUID();
    const done = await read.mutateAsync({ table: kind, content: await file.text(), operationId });
    const text = t("personal.finance.imported", done);
    if (done.added + done.changed === 0) showToast({ tone: "info", text });
    else showUndoable(text, () => undo.mutate({ id: operationId }, { onError: showError }));
  };
  const save = async () => {
    const { name, content } = await call("exportFinance", { table: kind });
    saveText(name, "text/csv", content);
  };
  return (
    <>
      <FileButton accept=".csv,text/csv" onChange={(file) => file && void take(file).catch(showError)}>
        {(props) => (
          <Button {...props} variant="default" loading={read.isPending}>
            {t("personal.finance.import")}
          </Button>
        )}
      </FileButton>
      <Button variant="default" onClick={() => void save().catch(showError)}>
        {t("personal.finance.export")}
      </Button>
    </>
  );
}
