/** An import of counts of stock, step by step: the file is sent, its columns are said, what it would change is shown, then it is stored. */
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { call } from "../../../api/command";
import { invalidatedTags, invalidateTags } from "../../../api/tags";
import type { Decimal } from "../columns/targets";
import { NO_PLACE, type Place } from "../state/choices/choices";
import type { Step } from "../state/useImport";
import { useUpload } from "../state/useUpload";
import { useWork, workOf } from "../state/work/useWork";
import { listChoices, type StockFile, type StockOutcome } from "./stockColumns";

export type StockDesk = ReturnType<typeof useStockImport>;

export function useStockImport() {
  const client = useQueryClient();
  const [step, setStep] = useState<Step>("file");
  const [found, setFound] = useState<StockFile | null>(null);
  const [columns, setColumns] = useState<StockFile["columns"]>([]);
  const [decimal, setDecimal] = useState<Decimal>("");
  /** A day such as 2026-11-28; blank where the rows were counted now. */
  const [countedOn, setCountedOn] = useState("");
  const [outcome, setOutcome] = useState<StockOutcome | null>(null);
  const [takenBack, setTakenBack] = useState<string | null>(null);
  /** Under it what is shown is stored: a lost answer is asked for again, and nothing is stored twice. */
  const operationId = useRef("");
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
  const showSent = (fraction: number) => showProgress(workOf("sending", Math.floor(fraction * 100)));

  const look = async (place: Place, signal: AbortSignal) => {
    const ask = (uploadId: string) => {
      showProgress(workOf("looking", 100));
      const { sheet, headerRow } = place;
      return call("stockFileColumns", { uploadId, sheet, headingRow: headerRow }, signal);
    };
    const seen = await upload.read(ask, showSent, signal);
    setFound(seen);
    setColumns(seen.columns);
    setOutcome(null);
    setStep("columns");
  };

  const request = (uploadId: string) => ({
    uploadId,
    sheet: found?.file.sheet ?? null,
    headingRow: found?.headingRow ?? null,
    columns: listChoices(columns),
    decimal: decimal === "" ? null : decimal,
    countedAt: countedOn === "" ? null : countedOn,
  });

  return {
    ...work,
    step,
    file: upload.file,
    found,
    columns,
    decimal,
    countedOn,
    outcome,
    takenBack,
    setColumns,
    setDecimal,
    setCountedOn,
    noteTakenBack: setTakenBack,
    choose: (file: File) =>
      during("sending", async (signal) => {
        await upload.send(file, showSent, signal);
        setDecimal("");
        await look(NO_PLACE, signal);
      }),
    choosePlace: (place: Place) => void during("looking", (signal) => look(place, signal)),
    check: () =>
      during("checking", async (signal) => {
        const ask = (uploadId: string) => {
          showProgress({ ...workOf("checking"), percent: null });
          return call("previewStockFile", request(uploadId), signal);
        };
        setOutcome(await upload.read(ask, showSent, signal));
        operationId.current = crypto.randomUUID();
        setStep("preview");
      }),
    run: () =>
      during("importing", async (signal) => {
        const ask = (uploadId: string) => {
          showProgress({ ...workOf("importing"), percent: null });
          return call("importStockFile", { ...request(uploadId), operationId: operationId.current });
        };
        const stored = await upload.read(ask, showSent, signal);
        setOutcome(stored);
        setStep("done");
        await invalidateTags(client, invalidatedTags("importStockFile"));
      }),
    backToColumns: () => setStep("columns"),
    reset: () => {
      abandon();
      upload.release();
      setFound(null);
      setOutcome(null);
      setStep("file");
    },
  };
}
