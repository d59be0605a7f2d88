/** Files into the catalog and out of it: send, say what columns are, look at what would happen, do it. */
import { Button, FileButton, Text } from "@mantine/core";
import { IconFileExport, IconHistory } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorNotice } from "../../components/ErrorNotice";
import { Notice } from "../../components/Notice";
import { useFormats } from "../../i18n/language";
import { seekFocus } from "../../lib/browser/seekFocus";
import { ColumnsStep } from "./columns/ColumnsStep";
import { RoomNotice } from "../../shared/drafts/RoomNotice";
import { ExportDialog } from "../../shared/export/ExportDialog";
import { FILE_ENDINGS, FileStep } from "./file/FileStep";
import { DroppedNotices } from "./file/DroppedNotices";
import { useFileDrops } from "./file/useFileDrops";
import { LeaveGuard } from "./LeaveGuard";
import { PreviewStep } from "./preview/PreviewStep";
import { ResultStep } from "./result/ResultStep";
import { WorkNotice } from "./WorkNotice";
import { isInCorrection } from "./state/useLossQuestion";
import { useImport, type ImportDesk, type Step } from "./state/useImport";
import classes from "./Import.module.css";

const STEPS: readonly Step[] = ["file", "columns", "preview", "done"];

export function ImportPage() {
  const { t } = useTranslation();
  const formats = useFormats();
  const desk = useImport();
  useFileDrops(desk);
  const [exporting, setExporting] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(desk.step);
  // By keyboard one goes on reading at the new step; one who types in it goes on typing.
  useEffect(() => {
    if (shown.current !== desk.step && !isInCorrection()) heading.current?.focus();
    shown.current = desk.step;
  }, [desk.step]);

  // A link that led here is gone with its page, and the focus with it.
  useEffect(
    () =>
      seekFocus({
        give: () => heading.current?.focus(),
        holds: (element) => element !== null && element === heading.current,
        takes: false,
      }),
    [],
  );

  return (
    <div className={classes.page}>
      <div className={classes.top}>
        <ol className={classes.steps} aria-label={t("import.steps")}>
          {STEPS.map((step) => (
            <li key={step} aria-current={step === desk.step ? "step" : undefined}>
              {t(`import.step.${step}`)}
            </li>
          ))}
        </ol>
        <Button
          variant="default"
          leftSection={<IconFileExport size={16} aria-hidden />}
          onClick={() => setExporting(true)}
        >
          {t("import.export.open")}
        </Button>
      </div>
      <h2 className={classes.heading} ref={heading} tabIndex={-1}>
        {desk.resumed ? t("import.resumed.title") : t(`import.title.${desk.step}`)}
      </h2>
      {desk.resumed && <Text>{t("import.resumed.text", { name: desk.file?.name ?? "" })}</Text>}
      {desk.work && <WorkNotice work={desk.work} onCancel={desk.cancel} />}
      {desk.error && (
        <ErrorNotice error={desk.error} title={t("import.failed")} onRetry={() => retry(desk)}>
          {isFileGone(desk) && <AnewButton desk={desk} />}
        </ErrorNotice>
      )}
      {desk.restoredAt !== null && (
        <Notice icon={<IconHistory size={18} />} tone="wait">
          {t("import.restored", { at: formats.dateTime(desk.restoredAt) })}
        </Notice>
      )}
      <DroppedNotices desk={desk} />
      {!desk.hasRoom && <RoomNotice />}
      {!desk.resumed && <CurrentStep desk={desk} />}
      <Text size="xs" c="dimmed">
        {t("import.privacy")}
      </Text>
      <LeaveGuard decisions={desk.pending} lossQuestion={desk.lossQuestion} />
      <ExportDialog opened={exporting} onClose={() => setExporting(false)} />
    </div>
  );
}

function CurrentStep({ desk }: { desk: ImportDesk }) {
  if (desk.step === "file") return <FileStep desk={desk} />;
  if (desk.step === "columns") return <ColumnsStep desk={desk} />;
  if (desk.step === "preview") return <PreviewStep desk={desk} />;
  return <ResultStep desk={desk} />;
}

/** Columns and corrections stay: the file is taken for the one that could be read before. */
function AnewButton({ desk }: { desk: ImportDesk }) {
  const { t } = useTranslation();
  return (
    <>
      <Text size="sm">{t("import.anew.text")}</Text>
      <FileButton
        accept={FILE_ENDINGS}
        inputProps={{ "aria-label": t("import.anew.choose") }}
        onChange={(file) => file && void desk.chooseAnew(file)}
      >
        {(props) => (
          <Button {...props} size="xs" mt={4}>
            {t("import.anew.choose")}
          </Button>
        )}
      </FileButton>
    </>
  );
}

/** Neither here nor in the program: what was said of the file stays, and it has to be chosen again. */
function isFileGone({ error, step, file }: ImportDesk): boolean {
  if (step === "file") return false;
  return error?.code === "file_moved" || (error?.code === "transfer_gone" && !file?.content);
}

/** The step that failed, once more; without a file there is none. */
function retry(desk: ImportDesk): void {
  if (desk.step === "file") desk.reset();
  else void desk.retry();
}
