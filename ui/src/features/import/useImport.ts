/**
 * An import, step by step: the file is sent, its columns are shown, what importing it would do is
 * counted, cells are corrected, then it is done. The program does the work; this only asks and waits.
 */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { call, CommandError } from "../../api/command";
import { invalidateTags } from "../../api/tags";
import { pause, sendFile } from "../../api/transfers";
import type { Kind } from "../../api/types";
import { useStable } from "../../lib/hooks/useStable";
import {
  cellKey,
  valueKey,
  type Column,
  type FoundColumns,
  type ImportState,
  type MergedField,
} from "./columns/targets";
import { LEAVE_OUT, type LeaveOut } from "./preview/leaveOut";

export type Step = "file" | "columns" | "preview" | "done";
export type Work = {
  what: "sending" | "looking" | "checking" | "importing";
  /** Of what the program does by itself: its step, and for how many seconds it has been at it. */
  phase?: ImportState["phase"];
  seconds: number;
  /** Null where the progress is not known. */
  percent: number | null;
  rows: number;
  /** Records stored so far, visible once all are; null at the other steps. */
  moved?: number | null;
};
export type Decimal = "" | "comma" | "point";

const POLL_MS = 300;

/** Gives the place of a file back: there are few, and pages that are left keep theirs for a while. */
function forget(file: Chosen | null): void {
  if (file) void call("dropUpload", { id: file.id }).catch(() => undefined);
}

type Fixes = ReadonlyMap<string, { row: number; column: string; value: string }>;
/** Of a file that another page sent, the size is not known. */
type Chosen = { id: string; name: string; size: number | null };
const NO_FIXES: Fixes = new Map();
/** Where in a file its table is; null where the program is to find it. */
type Place = { sheet: string | null; headerRow: number | null };
const NO_PLACE: Place = { sheet: null, headerRow: null };

/** What is said of a column; a type only of what becomes an attribute. */
function targetOf({ name, target, valueType }: Column) {
  return { column: name, target, valueType: target === "attribute" ? valueType : null };
}
/** Values of the file, and those that take their place. */
export type Merge = { field: MergedField; from: string; to: string };
type Merges = ReadonlyMap<string, Merge>;
const NO_MERGES: Merges = new Map();

/** What a person said of the file beside its columns. */
type Decisions = { fixes: Fixes; merges: Merges; leaveOut: LeaveOut };

export function useImport() {
  const client = useQueryClient();
  const [kind, setKind] = useState<Kind>("items");
  const [step, setStep] = useState<Step>("file");
  const [file, setFile] = useState<Chosen | null>(null);
  const [found, setFound] = useState<FoundColumns | null>(null);
  const [columns, setColumns] = useState<Column[]>([]);
  const [decimal, setDecimal] = useState<Decimal>("");
  const [fixes, setFixes] = useState<Fixes>(NO_FIXES);
  const [merges, setMerges] = useState<Merges>(NO_MERGES);
  const [leaveOut, setLeaveOut] = useState<LeaveOut>(LEAVE_OUT);
  const [state, setState] = useState<ImportState | null>(null);
  const [work, setWork] = useState<Work | null>(null);
  const [error, setError] = useState<CommandError | null>(null);
  const stop = useRef(new AbortController());
  const running = useRef<string | null>(null);
  /** What was tried last. */
  const again = useRef<() => Promise<void>>(() => Promise.resolve());
  const begun = useRef(false);
  const [resumed, setResumed] = useState(false);
  useEffect(() => () => stop.current.abort(), []);
  const goAway = useStable(() => {
    // The program goes on with an import that is under way, and reads the file.
    if (running.current === null) forget(file);
  });
  useEffect(() => {
    window.addEventListener("pagehide", goAway);
    return () => {
      window.removeEventListener("pagehide", goAway);
      goAway();
    };
  }, [goAway]);

  /** Does something that takes its time; what goes wrong is shown, unless it was cancelled. */
  const during = async (what: Work["what"], run: (signal: AbortSignal) => Promise<void>) => {
    stop.current.abort();
    const own = new AbortController();
    stop.current = own;
    again.current = () => during(what, run);
    begun.current = true;
    setError(null);
    setWork({ what, percent: 0, rows: 0, seconds: 0 });
    try {
      await run(own.signal);
    } catch (cause) {
      if (own.signal.aborted) return;
      if (!(cause instanceof CommandError)) throw cause;
      if (cause.code !== "cancelled") setError(cause);
    } finally {
      if (stop.current === own) {
        setWork(null);
        setResumed(false);
        running.current = null;
      }
    }
  };

  const decideAnew = () => {
    setFixes(NO_FIXES);
    setMerges(NO_MERGES);
    setLeaveOut(LEAVE_OUT);
  };

  const look = async (id: string, of: Kind, signal: AbortSignal, where: Place = NO_PLACE) => {
    const seen = await call("importColumns", { uploadId: id, kind: of, ...where }, signal);
    setFound(seen);
    setColumns(seen.columns);
    decideAnew();
    setState(null);
    setStep("columns");
  };

  const choose = (chosen: File) =>
    during("sending", async (signal) => {
      const note = (fraction: number) =>
        setWork({ what: "sending", percent: Math.floor(fraction * 100), rows: 0, seconds: 0 });
      const id = await sendFile(chosen, "import", note, signal);
      forget(file);
      setFile({ id, name: chosen.name, size: chosen.size });
      setWork({ what: "looking", percent: 100, rows: 0, seconds: 0 });
      await look(id, kind, signal);
    });

  const chooseKind = (next: Kind) => {
    setKind(next);
    if (file) void during("looking", (signal) => look(file.id, next, signal));
  };

  /** Another sheet is read from its own header, another header within the same sheet. */
  const choosePlace = (where: Place) => {
    if (file) void during("looking", (signal) => look(file.id, kind, signal, where));
  };

  const decided: Decisions = { fixes, merges, leaveOut };
  const request = (decisions: Decisions) => ({
    uploadId: file?.id ?? "",
    kind,
    sheet: found?.file.sheet ?? null,
    headerRow: found?.file.headerRow ?? null,
    columns: found?.file.preset === "agrofit" ? null : columns.map(targetOf),
    decimal: decimal === "" ? null : decimal,
    fixes: [...decisions.fixes.values()],
    merges: [...decisions.merges.values()],
    leaveOut: decisions.leaveOut,
  });

  const ended = async (started: ImportState, what: Work["what"], signal: AbortSignal) => {
    running.current = started.id;
    let now = started;
    while (!now.result && !now.error) {
      const { phase, percent, rows, seconds, moved } = now;
      setWork({ what, phase, percent, rows, seconds, moved });
      await pause(POLL_MS, signal);
      now = await call("importState", { id: started.id }, signal);
    }
    if (now.error) throw new CommandError({ ...now.error, details: now.error.details ?? null });
    return now;
  };

  const check = (changed: Partial<Decisions> = {}) =>
    during("checking", async (signal) => {
      const started = await call("previewImport", request({ ...decided, ...changed }), signal);
      setState(await ended(started, "checking", signal));
      setStep("preview");
    });

  const stored = async (under: ImportState, signal: AbortSignal) => {
    setState(await ended(under, "importing", signal));
    setStep("done");
    await invalidateTags(client, ["catalog", "faqs", "status"]);
  };

  const run = () =>
    during("importing", async (signal) => {
      const operationId = crypto.randomUUID();
      await stored(await call("runImport", { ...request(decided), operationId }, signal), signal);
    });

  /** A page that was loaded anew finds its import still under way: the program went on with it. */
  const pickUp = useStable(async (signal: AbortSignal) => {
    const imports = await call("listImports", {}, signal);
    const under = imports.find(({ dryRun }) => !dryRun);
    if (!under || begun.current) return;
    setKind(under.kind);
    setFile({ id: under.uploadId, name: under.fileName, size: null });
    setResumed(true);
    await during("importing", (own) => stored(under, own));
  });
  useEffect(() => {
    const own = new AbortController();
    // Without the list the page does what it always does.
    void pickUp(own.signal).catch(() => undefined);
    return () => own.abort();
  }, [pickUp]);

  const fix = (row: number, column: string, value: string) => {
    setFixes((before) => new Map(before).set(cellKey(row, column), { row, column, value }));
  };

  /** Other values take the place of these, or these come in again as they are; then all is checked anew. */
  const merge = (values: readonly Merge[], undone: readonly Merge[] = []) => {
    const next = new Map(merges);
    for (const one of values) next.set(valueKey(one.field, one.from), one);
    for (const one of undone) next.delete(valueKey(one.field, one.from));
    setMerges(next);
    return check({ merges: next });
  };

  /** Other rows are left out; then all is checked anew. */
  const leave = (next: LeaveOut) => {
    setLeaveOut(next);
    return check({ leaveOut: next });
  };

  /** What is under way stops and changes nothing; what is stored by then goes on to its end. */
  const cancel = () => {
    const id = running.current;
    if (id) void call("cancelImport", { id }).catch(() => undefined);
    else {
      stop.current.abort();
      setWork(null);
    }
  };

  const reset = () => {
    stop.current.abort();
    forget(file);
    setFile(null);
    setFound(null);
    setColumns([]);
    decideAnew();
    setState(null);
    setWork(null);
    setError(null);
    setStep("file");
  };

  return {
    kind,
    step,
    file,
    found,
    columns,
    decimal,
    fixes,
    merges,
    leaveOut,
    state,
    work,
    /** Whether what is under way was begun before this page was there. */
    resumed,
    error,
    choose,
    chooseKind,
    choosePlace,
    setColumns,
    setDecimal,
    setStep,
    check,
    run,
    fix,
    merge,
    leave,
    cancel,
    reset,
    retry: () => again.current(),
    dismiss: () => setError(null),
  };
}

export type ImportDesk = ReturnType<typeof useImport>;
