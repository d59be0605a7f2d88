/** What was done, and the way to take all of it back. */
import { Button } from "@mantine/core";
import { IconAlertTriangle, IconArrowBackUp, IconCheck } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call, type CommandError } from "../../../api/command";
import { invalidatedTags, invalidateTags } from "../../../api/tags";
import { Notice } from "../../../components/Notice";
import { showToast } from "../../../components/toast/toasts";
import { useErrorToast } from "../../../components/toast/useErrorToast";
import { useFormats } from "../../../i18n/language";
import { Counts } from "../preview/Counts";
import { ErrorTable } from "../preview/cells/ErrorTable";
import { FileLine } from "../file/FileLine";
import type { ImportResult } from "../columns/targets";
import type { ImportDesk } from "../state/useImport";
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
        {change > 0 && <TakeBackButton desk={desk} id={desk.state.id} />}
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

function TakeBackButton({ desk, id }: { desk: ImportDesk; id: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const showError = useErrorToast();
  // Said whether or not the page is still there by then.
  const isTakenBack = desk.takenBack === id;
  const { mutate, isPending } = useMutation<unknown, CommandError>({
    mutationFn: () => call("undoOperation", { id, operationId: crypto.randomUUID() }),
    onSuccess: async () => {
      desk.noteTakenBack(id);
      showToast({ text: t("import.wasTakenBack"), tone: "info" });
      await invalidateTags(client, invalidatedTags("undoOperation"));
    },
    onError: showError,
  });
  return (
    <Button
      variant="default"
      loading={isPending}
      disabled={isTakenBack}
      leftSection={<IconArrowBackUp size={16} aria-hidden />}
      onClick={() => mutate()}
    >
      {isTakenBack ? t("import.takenBack") : t("import.takeBack")}
    </Button>
  );
}
