/** An import of counts of stock, step by step: the file is sent, its columns are said, what it would change is shown, then it is stored. */
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { call, CommandError } from "../../../api/command";
import { invalidatedTags, invalidateTags } from "../../../api/tags";
import { showToast } from "../../../components/toast/toasts";
import { useErrorToast } from "../../../components/toast/useErrorToast";
import { useFormats } from "../../../i18n/language";
import type { Decimal } from "../columns/targets";
import { NO_PLACE, type Place } from "../state/choices/choices";
import type { Step } from "../state/useImport";
import { useUpload } from "../state/useUpload";
import { useWork, workOf } from "../state/work/useWork";
import { isOfPlace, listChoices, type StockFile, type StockOutcome, type StockRequest } from "./stockColumns";

export type StockDesk = ReturnType<typeof useStockImport>;

export function useStockImport() {
  const client = useQueryClient();
  const { t } = useTranslation();
  const { placeCount } = useFormats();
  const showError = useErrorToast();
  const [step, setStep] = useState<Step>("file");
  const [found, setFound] = useState<StockFile | null>(null);
  const [columns, setColumns] = useState<StockFile["columns"]>([]);
  const [decimal, setDecimal] = useState<Decimal>("");
  /** A day such as 2026-11-28; blank where the rows were counted now. */
  const [countedOn, setCountedOn] = useState("");
  /** Of the rows that name no place; blank where the dealer has one alone. */
  const [placeOfRows, setPlaceOfRows] = useState("");
  const [outcome, setOutcome] = useState<StockOutcome | null>(null);
  const [takenBack, setTakenBack] = useState<string | null>(null);
  /**
   * What was checked, as it is stored: whatever is chosen meanwhile. Under its id a lost answer is asked for again, and
   * nothing is stored twice.
   */
  const checked = useRef<Omit<StockRequest, "uploadId">>({});
  const { during, showProgress, abandon, whatIsDone, ...work } = useWork();
  const upload = useUpload(
    {
      checkUnderWay: () => null,
      isStoring: () => whatIsDone() === "importing",
      isKept: () => false,
      onReturn: () => {
        if (whatIsDone() !== null && whatIsDone() !== "importing") void work.retry();
      },
    },
    null,
  );
  const forgetFile = () => {
    setFound(null);
    setColumns([]);
    setDecimal("");
    setCountedOn("");
    setPlaceOfRows("");
    setOutcome(null);
    setStep("file");
  };
  const showSent = (fraction: number) => showProgress(workOf("sending", Math.floor(fraction * 100)));

  /** Of another sheet another place is proposed; of another heading what was written stays. */
  const look = async (place: Place, isOtherSheet: boolean, signal: AbortSignal) => {
    const ask = (uploadId: string) => {
      showProgress(workOf("looking", 100));
      const { sheet, headerRow } = place;
      return call("stockFileColumns", { uploadId, sheet, headingRow: headerRow }, signal);
    };
    const seen = await upload.read(ask, showSent, signal);
    setFound(seen);
    setColumns(seen.columns);
    if (isOtherSheet) setPlaceOfRows(seen.place ?? "");
    setOutcome(null);
    setStep("columns");
  };

  const makeRequest = () => ({
    sheet: found?.file.sheet ?? null,
    headingRow: found?.headingRow ?? null,
    columns: listChoices(columns),
    decimal: decimal === "" ? null : decimal,
    countedAt: countedOn === "" ? null : countedOn,
    place: placeOfRows.trim() === "" || columns.some(isOfPlace) ? null : placeOfRows.trim(),
  });

  return {
    ...work,
    step,
    file: upload.file,
    found,
    columns,
    decimal,
    countedOn,
    placeOfRows,
    outcome,
    takenBack,
    setColumns,
    setDecimal,
    setCountedOn,
    setPlaceOfRows,
    noteTakenBack: setTakenBack,
    choose: (file: File) =>
      during("sending", async (signal) => {
        await upload.send(file, showSent, signal);
        // What was said of the file before is not said of this one, also where it cannot be read.
        forgetFile();
        await look(NO_PLACE, true, signal);
      }),
    choosePlace: (place: Place) =>
      void during("looking", (signal) => look(place, place.sheet !== found?.file.sheet, signal)),
    check: () =>
      during("checking", async (signal) => {
        const request = makeRequest();
        const ask = (uploadId: string) => {
          showProgress({ ...workOf("checking"), percent: null });
          return call("previewStockFile", { ...request, uploadId }, signal);
        };
        const seen = await upload.read(ask, showSent, signal);
        setOutcome(seen);
        checked.current = { ...request, digest: seen.digest, operationId: crypto.randomUUID() };
        setStep("preview");
      }),
    run: () =>
      during("importing", async (signal) => {
        const ask = (uploadId: string) => {
          showProgress({ ...workOf("importing"), percent: null });
          return call("importStockFile", { ...checked.current, uploadId });
        };
        try {
          const stored = await upload.read(ask, showSent, signal);
          // The page may have been left: what was stored is not called back, and is told there.
          if (signal.aborted)
            showToast({ text: t("import.stock.stored", placeCount(stored.changed)), tone: "info" });
          setOutcome(stored);
          setStep("done");
        } catch (cause) {
          if (signal.aborted && cause instanceof CommandError && cause.code !== "cancelled") showError(cause);
          throw cause;
        }
        await invalidateTags(client, invalidatedTags("importStockFile"));
      }),
    backToColumns: () => setStep("columns"),
    reset: () => {
      abandon();
      upload.release();
      forgetFile();
    },
  };
}
