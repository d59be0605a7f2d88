/**
 * State of the import wizard: upload, column mapping, preview, corrections of cells, import. The program does the work;
 * this hook sends requests and waits for answers.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { call, CommandError } from "../../../api/command";
import { invalidateTags } from "../../../api/tags";
import { useStable } from "../../../lib/hooks/useStable";
import type { Column, ImportState } from "../columns/targets";
import type { LeaveOut } from "../preview/leaveOut";
import { describeReading, describeTarget, placeOf } from "./choices/choices";
import { fingerprint } from "./fingerprint";
import { useKeeping, useKeptImport } from "./keptImport";
import { listTicked } from "./ticked";
import { useAttempt } from "./work/useAttempt";
import { useCaret } from "./useCaret";
import { useChoices } from "./choices/useChoices";
import { NO_DECISIONS, useDecisions, type Decisions, type Merge } from "./choices/useDecisions";
import { useLossQuestion } from "./useLossQuestion";
import { useReading } from "./useReading";
import { useRunningImport } from "./work/useRunningImport";
import { useUpload } from "./useUpload";
import { useWork, workOf } from "./work/useWork";

export type Step = "file" | "columns" | "preview" | "done";

export function useImport() {
  const client = useQueryClient();
  const kept = useKeptImport();
  const ended = kept?.step === "done" ? kept.ended : null;
  // The preview's rows are read again after a reload; until then the wizard shows the columns.
  const [step, setStep] = useState<Step>(kept ? (ended ? "done" : "columns") : "file");
  const [state, setState] = useState(ended);
  /** The import that was undone here as a whole. */
  const [takenBack, setTakenBack] = useState(kept?.takenBack ?? null);
  const decisions = useDecisions(kept?.decided, kept?.stored.decisions);
  const { decided, fix, unfix, merge, chooseMerge, leave } = decisions;
  const choices = useChoices(kept, decided.leaveOut);
  const { kind, found, columns, decimal, setColumns } = choices;
  const { attempt, ...attempts } = useAttempt(kept?.attempt ?? null);
  const { during, start, follow, showProgress, abandon, checkUnderWay, whatIsDone, whatWasTried, ...work } =
    useWork();
  const upload = useUpload(
    {
      checkUnderWay,
      isStoring: () => whatIsDone() === "importing",
      isKept: () => isKept(),
      onReturn: () => {
        const doing = whatIsDone();
        // The rows of the preview, and the refused ones, are read from the file.
        if (doing === null && step === "preview") void check();
        // The answer is lost after a reload, so the request is sent again.
        else if (doing !== null && doing !== "importing") void work.retry();
      },
    },
    kept && { ...kept.file, content: null },
  );
  const { file } = upload;
  /** Choices that reading the file again discards, not stored yet. */
  const pendingOfRows = decisions.pending + choices.pending.rows;
  const pendingOfFile = pendingOfRows + choices.pending.readings;
  /** All choices and corrections that no import has stored yet. */
  const pending = pendingOfFile + choices.pending.kind;
  // Next to a completed result there is nothing to restore.
  const [restoredAt, setRestoredAt] = useState(kept && (pending > 0 || !ended) ? kept.at : null);
  const lossQuestion = useLossQuestion();
  const caret = useCaret();
  const countLost = useStable(() => pendingOfFile);
  const countLostByReading = useStable(() => pendingOfRows);
  const isAtWork = step === "done" || (step !== "file" && work.work?.what !== "importing");
  const { isKept, hasRoom } = useKeeping(
    ((isAtWork && (pending > 0 || step === "done")) || attempt !== null) && file && found
      ? {
          file: { id: file.id, name: file.name, size: file.size, fingerprint: file.fingerprint },
          kind,
          step: step === "file" ? "columns" : step,
          ended: step === "done" ? state : null,
          takenBack,
          found,
          columns,
          decimal: choices.chosenDecimal,
          profiles: choices.profiles,
          decided,
          stored: { decisions: decisions.stored, choices: choices.isStored },
          unchosen: choices.unchosen,
          attempt,
        }
      : null,
  );

  const show = (next: Step, at: string | null = null) => {
    setState(null);
    setRestoredAt(at);
    setStep(next);
  };
  const reading = useReading({
    work: { during, showProgress },
    upload,
    choices,
    decisions,
    lossQuestion,
    countLost: countLostByReading,
    onColumns: () => show("columns"),
    onRestore: setRestoredAt,
    onExchange: () => {
      attempts.forget();
      // Where the file cannot be read, the wizard returns to the choice of a file.
      show("file");
    },
  });
  const { showSent } = reading;

  const request = (uploadId: string, said: Decisions, chosen = columns) => ({
    ...placeOf(found),
    ...decisionsOf(said),
    uploadId,
    kind,
    columns: found?.file.preset === "agrofit" ? null : chosen.map(describeTarget),
    decimal: decimal === "" ? null : decimal,
    profile: found?.profile?.id ?? null,
  });

  // The same request would fail every time.
  const refuseDeletedProfile = (error: unknown): never => {
    if (found?.profile && error instanceof CommandError && error.code === "not_found")
      choices.forgetDeletedProfile();
    throw error;
  };

  const followToEnd = async (under: ImportState, stored: Decisions, signal: AbortSignal) => {
    try {
      setState(await follow(under, "importing", signal));
    } catch (cause) {
      attempts.noteFailure(cause);
      throw cause;
    }
    attempts.forget();
    decisions.noteStored(stored);
    setRestoredAt(null);
    setStep("done");
    await invalidateTags(client, ["catalog", "faqs", "status"]);
  };

  const check = (said = decided, chosen = columns) =>
    during("checking", async (signal) => {
      const ask = async (uploadId: string) => {
        showProgress(workOf("checking"));
        const wanted = request(uploadId, said, chosen);
        const started = await start(() => call("previewImport", wanted).catch(refuseDeletedProfile), signal);
        return follow(started, "checking", signal);
      };
      setState(await upload.read(ask, showSent, signal));
      setStep("preview");
    });

  const run = () => {
    // Ticked values are imported as they are, merged before or not. The decision is saved at once, so that a reload
    // continues with the same request.
    const ticked = listTicked(state?.result?.report.newValues ?? [], decided);
    const said = ticked.length > 0 ? merge(ticked, []) : decided;
    return during("importing", async (signal) => {
      const ask = async (uploadId: string) => {
        showProgress(workOf("importing"));
        const wanted = request(uploadId, said);
        const operationId = attempts.begin(wanted);
        const begun = await start(
          () => call("runImport", { ...wanted, operationId }).catch(refuseDeletedProfile),
          signal,
        );
        // The program holds the whole request from here on, and continues if the page is closed.
        choices.noteStored();
        await followToEnd(begun, said, signal);
      };
      try {
        await upload.read(ask, showSent, signal);
      } catch (error) {
        choices.forgetStored();
        throw error;
      }
    });
  };

  const goOn = () => {
    if (kept?.step === "preview") void check();
  };
  const resumed = useRunningImport({
    hasBegun: () => (kept !== null && kept.attempt === null) || whatWasTried() !== null,
    attempted: kept?.attempt?.id ?? null,
    onMiss: goOn,
    onFind: (under) => {
      choices.chooseKind(under.kind);
      const print = file?.id === under.uploadId ? file.fingerprint : null;
      upload.adopt({
        id: under.uploadId,
        name: under.fileName,
        size: null,
        content: null,
        fingerprint: print,
      });
      return during("importing", async (signal) => {
        await followToEnd(under, decided, signal);
        choices.noteStored();
      });
    },
  });

  const goOnAtOnce = useStable(() => {
    if (kept?.attempt === null) goOn();
  });
  useEffect(goOnAtOnce, [goOnAtOnce]);

  const reset = () => {
    abandon();
    upload.release();
    attempts.forget();
    choices.clear();
    decisions.decideAnew();
    show("file");
  };

  return {
    ...work,
    ...decided,
    kind,
    step,
    file,
    found,
    columns,
    decimal,
    state,
    takenBack,
    noteTakenBack: setTakenBack,
    resumed,
    restoredAt,
    hasRoom,
    choose: (chosen: File) => reading.choose(chosen),
    /** Another file already replaces this one. */
    chooseInstead: (chosen: File) =>
      lossQuestion.ask(countLost, () => {
        reset();
        void reading.choose(chosen, NO_DECISIONS);
      }),
    kindIsFound: choices.kindIsFound,
    /** Several profiles match the file, and prices depend on the choice: the preview waits for it. */
    needsProfile: (found?.twins.length ?? 0) > 0,
    chooseKind: reading.chooseKind,
    choosePlace: reading.choosePlace,
    chooseProfile: reading.chooseProfile,
    readingOfProfile: () => describeReading(choices.chosenPlace(), columns, decimal),
    setColumns,
    setDecimal: choices.setDecimal,
    setStep,
    check: () => check(),
    /** Applies the column mapping `chosen`, then runs the preview again. */
    checkColumns: (chosen: Column[]) => {
      setColumns(chosen);
      return check(decided, chosen);
    },
    run,
    fix,
    /** Corrects a cell, then runs the preview again with the correction. */
    fixAndCheck: (row: number, column: string, value: string) => check(fix(row, column, value)),
    /** Removes a correction, then runs the preview again. */
    unfixAndCheck: (row: number, column: string) => check(unfix(row, column)),
    /** Merges values, or undoes merges, then runs the preview again. */
    merge: (values: readonly Merge[], undone: readonly Merge[] = []) => check(merge(values, undone)),
    chooseMerge,
    /** Changes the rows left out, then runs the preview again. */
    leave: (leaveOut: LeaveOut) => check(leave(leaveOut)),
    /** Chooses a file again: the same file is previewed once more, another one starts afresh. */
    chooseAnew: async (content: File) => {
      const print = await fingerprint(content);
      if (print === null || print !== file?.fingerprint) return reading.chooseOther(content, print);
      upload.exchange(content, print);
      return whatWasTried() === "looking" ? work.retry() : check();
    },
    dropped: reading.dropped,
    forgetDropped: reading.forgetDropped,
    /** Returns to the choice of a file. */
    reset: () => lossQuestion.ask(countLost, reset),
    pending,
    lossQuestion,
    caret,
  };
}

export type ImportDesk = ReturnType<typeof useImport>;

function decisionsOf({ fixes, merges, leaveOut }: Decisions) {
  return { fixes: [...fixes.values()], merges: [...merges.values()], leaveOut };
}
