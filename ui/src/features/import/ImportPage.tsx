/** Files into the catalog and out of it: send, say what columns are, look at what would happen, do it. */
import { Button, FileButton, Text } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { ErrorNotice } from "../../components/ErrorNotice";
import { Notice } from "../../components/Notice";
import { useFormats } from "../../i18n/language";
import { ColumnsStep } from "./columns/ColumnsStep";
import { importAddress } from "../../shared/catalog/address";
import { RoomNotice } from "../../shared/drafts/RoomNotice";
import { FILE_ENDINGS } from "./file/FileChoice";
import { FileStep } from "./file/FileStep";
import { DroppedNotices } from "./file/DroppedNotices";
import type { FileKind } from "./file/KindChoice";
import { useFileDrops } from "./file/useFileDrops";
import { ImportFrame } from "./ImportFrame";
import { LeaveGuard } from "./LeaveGuard";
import { PreviewStep } from "./preview/PreviewStep";
import { ResultStep } from "./result/ResultStep";
import { WorkNotice } from "./WorkNotice";
import { useImport, type ImportDesk } from "./state/useImport";
import { StockImport } from "./stock/StockImport";

/** Records, or counts of stock, as the address says. */
export function ImportPage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const chooseKind = (kind: FileKind) => void navigate(importAddress(kind), { replace: true });
  if (params.get("kind") === "stock") return <StockImport onLeave={chooseKind} />;
  return <RecordImport onStock={() => chooseKind("stock")} />;
}

function RecordImport({ onStock }: { onStock: () => void }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const desk = useImport();
  useFileDrops(desk);
  return (
    <ImportFrame
      step={desk.step}
      title={desk.resumed ? t("import.resumed.title") : t(`import.title.${desk.step}`)}
    >
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
      {!desk.resumed && <CurrentStep desk={desk} onStock={onStock} />}
      <LeaveGuard decisions={desk.pending} lossQuestion={desk.lossQuestion} />
    </ImportFrame>
  );
}

function CurrentStep({ desk, onStock }: { desk: ImportDesk; onStock: () => void }) {
  if (desk.step === "file") return <FileStep desk={desk} onStock={onStock} />;
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

/** Retries the failed step of an import; without a file there is none. */
function retry(desk: ImportDesk): void {
  if (desk.step === "file") desk.reset();
  else void desk.retry();
}
