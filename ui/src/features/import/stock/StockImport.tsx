/** Counts of stock from a file of another program. */
import { useTranslation } from "react-i18next";
import type { Kind } from "../../../api/types";
import { ErrorNotice } from "../../../components/ErrorNotice";
import { FileChoice } from "../file/FileChoice";
import { useFileDrops } from "../file/useFileDrops";
import { ImportFrame } from "../ImportFrame";
import { WorkNotice } from "../WorkNotice";
import { StockColumnsStep } from "./StockColumnsStep";
import { StockLeaveGuard } from "./StockLeaveGuard";
import { StockPreview } from "./StockPreview";
import { StockResult } from "./StockResult";
import { useStockImport, type StockDesk } from "./useStockImport";

const HINTS = ["safe", "known", "later", "long"] as const;

type Props = {
  /** Records are imported instead. */
  onLeave: (kind: Kind) => void;
};

export function StockImport({ onLeave }: Props) {
  const { t } = useTranslation();
  const desk = useStockImport();
  useFileDrops({ work: desk.work, chooseInstead: (file) => void desk.choose(file) });
  // What is being stored is not called back: the catalog would have it, and nothing would be said of it.
  const cancellable = desk.work?.what === "importing" ? null : desk.work;
  return (
    <ImportFrame
      step={desk.step}
      title={desk.step === "file" ? t("import.stock.title") : t(`import.title.${desk.step}`)}
    >
      {cancellable && <WorkNotice work={cancellable} onCancel={desk.cancel} />}
      {desk.error && (
        <ErrorNotice error={desk.error} title={t("import.failed")} onRetry={() => retry(desk)} />
      )}
      <CurrentStep desk={desk} onLeave={onLeave} />
      <StockLeaveGuard desk={desk} />
    </ImportFrame>
  );
}

/**
 * Retries the failed step of a stock import. What is not there any more as it was looked at is looked at
 * again.
 */
function retry(desk: StockDesk): void {
  if (desk.step === "file") desk.reset();
  else if (desk.error?.code === "selection_changed") void desk.check();
  else void desk.retry();
}

function CurrentStep({ desk, onLeave }: Props & { desk: StockDesk }) {
  if (desk.step === "columns") return <StockColumnsStep desk={desk} />;
  if (desk.step === "preview") return <StockPreview desk={desk} />;
  if (desk.step === "done") return <StockResult desk={desk} />;
  return <StockFileStep desk={desk} onLeave={onLeave} />;
}

function StockFileStep({ desk, onLeave }: Props & { desk: StockDesk }) {
  const { t } = useTranslation();
  return (
    <FileChoice
      kind="stock"
      disabled={desk.work !== null}
      hints={HINTS.map((hint) => t(`import.stock.hint.${hint}`))}
      onKind={(kind) => kind !== "stock" && onLeave(kind)}
      onFile={(file) => void desk.choose(file)}
    />
  );
}
