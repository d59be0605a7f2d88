/**
 * An import, step by step: the file is sent, its columns are shown, what importing it would do is
 * counted, cells are corrected, then it is done. The program does the work; this only asks and waits.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { call } from "../../../api/command";
import { invalidateTags } from "../../../api/tags";
import type { Kind } from "../../../api/types";
import { useStable } from "../../../lib/hooks/useStable";
import {
  isOfOtherKind,
  otherKind,
  unfilledNeeds,
  withChosen,
  type Column,
  type Decimal,
  type FoundColumns,
  type ImportState,
} from "../columns/targets";
import type { LeaveOut } from "../preview/leaveOut";
import { useCaret } from "./useCaret";
import {
  countReadings,
  countRows,
  NO_PLACE,
  placeOf,
  type Choices,
  type Place,
  type Unchosen,
} from "./choices";
import { useDroppedWork, type DroppedWork } from "./droppedWork";
import { useKeeping, useKeptImport, type ImportAttempt } from "./keptImport";
import { fingerprint } from "./fingerprint";
import { listTicked } from "./ticked";
import {
  keepGeneral,
  mapFixes,
  NO_DECISIONS,
  useDecisions,
  type Decisions,
  type Merge,
} from "./useDecisions";
import { useLossQuestion } from "./useLossQuestion";
import { useRunningImport } from "./useRunningImport";
import { useUpload } from "./useUpload";
import { useWork, workOf } from "./useWork";

export type Step = "file" | "columns" | "preview" | "done";

export function useImport() {
  const client = useQueryClient();
  const [params] = useSearchParams();
  const kept = useKeptImport();
  const [unchosen, setUnchosen] = useState<Unchosen>(
    () => kept?.unchosen ?? { kind: params.get("kind") === "faqs" ? "faqs" : "items", place: NO_PLACE },
  );
  const [kind, setKind] = useState<Kind>(kept?.kind ?? unchosen.kind);
  /** Whether the columns said the kind, and not the person. */
  const [kindIsFound, setKindIsFound] = useState(false);
  const ended = kept?.step === "done" ? kept.ended : null;
  // Rows of a check are read anew: until then the columns are what there is.
  const [step, setStep] = useState<Step>(kept ? (ended ? "done" : "columns") : "file");
  const [found, setFound] = useState<FoundColumns | null>(kept?.found ?? null);
  const [columns, setColumns] = useState<Column[]>(kept?.columns ?? []);
  const [decimal, setDecimal] = useState<Decimal>(kept?.decimal ?? "");
  const [state, setState] = useState(ended);
  /** The import that was taken back here, whole. */
  const [takenBack, setTakenBack] = useState(kept?.takenBack ?? null);
  /** The import that this page asked for, until its end is shown. */
  const [attempt, setAttempt] = useState<ImportAttempt | null>(kept?.attempt ?? null);
  const { during, follow, showProgress, abandon, checkUnderWay, whatIsDone, whatWasTried, ...work } =
    useWork();
  const { file, send, read, exchange, fingerprintNow, release, adopt } = useUpload(
    {
      checkUnderWay,
      isStoring: () => whatIsDone() === "importing",
      isKept: () => isKept(),
      onReturn: () => {
        const doing = whatIsDone();
        // Rows of a check, and those that it refuses, are read from the file.
        if (doing === null && step === "preview") void check();
        // Nothing is stored that no page asks for again.
        else if (doing !== null && doing !== "importing") void work.retry();
      },
    },
    kept && { ...kept.file, content: null },
  );
  const {
    decided,
    stored: storedDecisions,
    pending: pendingDecisions,
    noteStored,
    decideAnew,
    fix,
    unfix,
    merge,
    chooseMerge,
    leave,
  } = useDecisions(kept?.decided, kept?.stored.decisions);
  const choices = found && { kind, found, columns, decimal, leaveOut: decided.leaveOut };
  const [storedChoices, setStoredChoices] = useState(kept?.stored.choices ? choices : null);
  const open = choices && !isSameChoice(choices, storedChoices) ? choices : null;
  /** What another reading of the file loses, and nothing has stored yet. */
  const pendingOfRows = pendingDecisions + (open ? countRows(open) : 0);
  const pendingOfFile = pendingOfRows + (open ? countReadings(open, unchosen) : 0);
  /** All that a person chose or corrected, and no import has stored yet. */
  const pending = pendingOfFile + (open && kind !== unchosen.kind ? 1 : 0);
  // Beside a result of which all is stored, nothing was to be brought back.
  const [restoredAt, setRestoredAt] = useState(kept && (pending > 0 || !ended) ? kept.at : null);
  const lossQuestion = useLossQuestion();
  const caret = useCaret();
  const { dropped, noteDropped, findDropped, forgetDropped } = useDroppedWork();
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
          decimal,
          decided,
          stored: { decisions: storedDecisions, choices: open === null },
          unchosen,
          attempt,
        }
      : null,
  );

  const showSent = (fraction: number) => showProgress(workOf("sending", Math.floor(fraction * 100)));

  const readColumns = (of: Kind, signal: AbortSignal, where: Place = NO_PLACE) => {
    const ask = (uploadId: string) => {
      showProgress(workOf("looking", 100));
      return call("importColumns", { uploadId, kind: of, ...where }, signal);
    };
    return read(ask, showSent, signal);
  };

  const look = async (of: Kind, signal: AbortSignal, where: Place = NO_PLACE) =>
    takeColumns(await readColumns(of, signal, where), where);

  const takeColumns = (seen: FoundColumns, where: Place = NO_PLACE) => {
    setFound(seen);
    setColumns(seen.columns);
    // Another sheet has a header of its own.
    const { sheet, headerRow } = placeOf(seen);
    setUnchosen(({ kind, place }) => ({
      kind,
      place: {
        sheet: where.sheet === null ? sheet : place.sheet,
        headerRow: where.headerRow === null ? headerRow : place.headerRow,
      },
    }));
    setRestoredAt(null);
    decideAnew();
    setState(null);
    setStep("columns");
  };

  /** `before`: what was said of the file before it. */
  const choose = (chosen: File, before = decided) =>
    during("sending", async (signal) => {
      await send(chosen, showSent, signal);
      const back = findDropped(fingerprintNow());
      if (back) return takeBack(back, before, signal);
      const seen = await readColumns(kind, signal);
      // A list of questions may be dropped where products are imported, and the other way round.
      const mayBeOther = seen.file.preset !== "agrofit" && unfilledNeeds(seen.columns, kind).length > 0;
      const others = mayBeOther ? await readColumns(otherKind(kind), signal) : null;
      const isOther = others !== null && isOfOtherKind(seen.columns, kind, others.columns);
      if (isOther) {
        setKind(otherKind(kind));
        setUnchosen({ kind: otherKind(kind), place: NO_PLACE });
      }
      setKindIsFound(isOther);
      takeColumns(isOther ? others : seen);
    });

  /** The file of what was dropped is there again, and that with it. */
  const takeBack = async (work: DroppedWork, before: Decisions, signal: AbortSignal) => {
    setKind(work.kind);
    setKindIsFound(false);
    const seen = await readColumns(work.kind, signal, work.place);
    takeColumns(seen, work.place);
    setColumns(withChosen(seen.columns, work.columns, work.kind));
    setDecimal(work.decimal);
    decideAnew({ ...before, fixes: mapFixes(work.fixes), leaveOut: work.leaveOut });
    setRestoredAt(work.at);
    forgetDropped(work);
  };

  /** Another file stands in the place of the one before: what is true of the rows of that one waits for it. */
  const chooseOther = async (content: File, print: string | null) => {
    const { fixes, leaveOut } = decided;
    const chosen = columns;
    const general = keepGeneral(decided);
    if (file)
      noteDropped({
        file: { name: file.name, size: file.size, fingerprint: file.fingerprint },
        kind,
        place: chosenPlace(),
        decimal,
        columns,
        fixes: [...fixes.values()],
        leaveOut,
        at: new Date().toISOString(),
      });
    exchange(content, print);
    decideAnew(general);
    setDecimal("");
    setAttempt(null);
    setState(null);
    setRestoredAt(null);
    // Where the file cannot be read, another one is chosen.
    setStep("file");
    await during("sending", async (signal) => {
      const back = findDropped(print);
      if (back) return takeBack(back, decided, signal);
      const seen = await readColumns(kind, signal);
      takeColumns(seen);
      setColumns(withChosen(seen.columns, chosen, kind));
      decideAnew(general);
    });
  };

  const chooseKind = (next: Kind) =>
    lossQuestion.ask(countLostByReading, () => {
      setKind(next);
      setKindIsFound(false);
      if (file) void during("looking", (signal) => look(next, signal, chosenPlace()));
    });

  /** The place as a person chose it; what was found by itself is found anew. */
  const chosenPlace = (): Place => {
    const { sheet, headerRow } = placeOf(found);
    const isOther = sheet !== unchosen.place.sheet;
    return {
      sheet: isOther ? sheet : null,
      headerRow: headerRow === unchosen.place.headerRow ? null : headerRow,
    };
  };
  /** Another sheet is read from its own header, another header within the same sheet. */
  const choosePlace = (where: Place) => {
    if (file)
      lossQuestion.ask(
        countLostByReading,
        () => void during("looking", (signal) => look(kind, signal, where)),
      );
  };

  const request = (uploadId: string, decisions: Decisions, chosen = columns) => ({
    ...placeOf(found),
    ...decisionsOf(decisions),
    uploadId,
    kind,
    columns: found?.file.preset === "agrofit" ? null : chosen.map(targetOf),
    decimal: decimal === "" ? null : decimal,
  });

  const check = (decisions = decided, chosen = columns) =>
    during("checking", async (signal) => {
      const ask = async (uploadId: string) => {
        showProgress(workOf("checking"));
        const started = await call("previewImport", request(uploadId, decisions, chosen), signal);
        return follow(started, "checking", signal);
      };
      setState(await read(ask, showSent, signal));
      setStep("preview");
    });

  const followToEnd = async (under: ImportState, decisions: Decisions, signal: AbortSignal) => {
    try {
      setState(await follow(under, "importing", signal));
      noteStored(decisions);
      setRestoredAt(null);
      setStep("done");
    } finally {
      setAttempt(null);
    }
    await invalidateTags(client, ["catalog", "faqs", "status"]);
  };

  const run = () => {
    // What is ticked comes in so, merged before or not. It is noted at once: a reload goes on with what was asked for.
    const ticked = listTicked(state?.result?.report.newValues ?? [], decided);
    const decisions = ticked.length > 0 ? merge(ticked, []) : decided;
    return during("importing", async (signal) => {
      const ask = async (uploadId: string) => {
        showProgress(workOf("importing"));
        const wanted = request(uploadId, decisions);
        const asked = attemptOf(wanted, attempt);
        setAttempt(asked);
        const begun = await call("runImport", { ...wanted, operationId: asked.id }, signal);
        // The program has all of it from here on, and goes on where the page is left.
        setStoredChoices(choices);
        await followToEnd(begun, decisions, signal);
      };
      try {
        await read(ask, showSent, signal);
      } catch (error) {
        setStoredChoices(null);
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
      setKind(under.kind);
      const print = file?.id === under.uploadId ? file.fingerprint : null;
      adopt({ id: under.uploadId, name: under.fileName, size: null, content: null, fingerprint: print });
      return during("importing", async (signal) => {
        await followToEnd(under, decided, signal);
        setStoredChoices(choices);
      });
    },
  });

  const goOnAtOnce = useStable(() => {
    if (kept?.attempt === null) goOn();
  });
  useEffect(goOnAtOnce, [goOnAtOnce]);

  const reset = () => {
    abandon();
    release();
    setAttempt(null);
    setFound(null);
    setColumns([]);
    setDecimal("");
    setRestoredAt(null);
    decideAnew();
    setState(null);
    setStep("file");
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
    choose: (chosen: File) => choose(chosen),
    /** Another file is there already, in place of this one. */
    chooseInstead: (chosen: File) =>
      lossQuestion.ask(countLost, () => {
        reset();
        void choose(chosen, NO_DECISIONS);
      }),
    kindIsFound,
    chooseKind,
    choosePlace,
    setColumns,
    setDecimal,
    setStep,
    check: () => check(),
    /** Takes the columns for what they are in `chosen`; then all is checked anew. */
    checkColumns: (chosen: Column[]) => {
      setColumns(chosen);
      return check(decided, chosen);
    },
    run,
    fix,
    /** Corrects a cell; then all is checked anew, the correction among it. */
    fixAndCheck: (row: number, column: string, value: string) => check(fix(row, column, value)),
    /** Takes a correction back; then all is checked anew. */
    unfixAndCheck: (row: number, column: string) => check(unfix(row, column)),
    /** Merges values, or takes merges back; then all is checked anew. */
    merge: (values: readonly Merge[], undone: readonly Merge[] = []) => check(merge(values, undone)),
    chooseMerge,
    /** Other rows are left out; then all is checked anew. */
    leave: (leaveOut: LeaveOut) => check(leave(leaveOut)),
    /** The same file again, which is checked once more; another one is read as a file that is new here. */
    chooseAnew: async (content: File) => {
      const print = await fingerprint(content);
      if (print === null || print !== file?.fingerprint) return chooseOther(content, print);
      exchange(content, print);
      return whatWasTried() === "looking" ? work.retry() : check();
    },
    dropped,
    forgetDropped,
    /** Another file is chosen. */
    reset: () => lossQuestion.ask(countLost, reset),
    pending,
    lossQuestion,
    caret,
  };
}

export type ImportDesk = ReturnType<typeof useImport>;

/** What is said of a column; a type only of what becomes an attribute. */
function targetOf({ name, target, valueType }: Column) {
  return { column: name, target, valueType: target === "attribute" ? valueType : null };
}

/** The attempt at `wanted`: the one before, where it was at the same. */
function attemptOf(wanted: object, before: ImportAttempt | null): ImportAttempt {
  const text = JSON.stringify(wanted);
  return before?.wanted === text ? before : { id: crypto.randomUUID(), wanted: text };
}

function isSameChoice(choices: Choices, stored: Choices | null): boolean {
  return (
    stored !== null &&
    (Object.keys(choices) as (keyof Choices)[]).every((key) => choices[key] === stored[key])
  );
}

function decisionsOf({ fixes, merges, leaveOut }: Decisions) {
  return { fixes: [...fixes.values()], merges: [...merges.values()], leaveOut };
}
