/**
 * What is under way for a person who waits: one thing at a time, with how far it is, its end or its error,
 * and trying it once more. A new thing takes the place of the one before it.
 */
import { useEffect, useRef, useState } from "react";
import { call, CommandError } from "../../../../api/command";
import { pause } from "../../../../lib/pause";
import type { ImportState } from "../../columns/targets";
import { isGone } from "../useUpload";

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

const POLL_MS = 300;

/** The error with which the program has ended what it did by itself. */
export class WorkFailure extends CommandError {}

/** Work that has just begun, or of which only a part of the whole is known. */
export function workOf(what: Work["what"], percent = 0): Work {
  return { what, percent, rows: 0, seconds: 0 };
}

export function useWork() {
  const [work, setWork] = useState<Work | null>(null);
  const [error, setError] = useState<CommandError | null>(null);
  const stop = useRef(new AbortController());
  /** What the program was asked to start, and has not answered yet. */
  const starting = useRef<{ isCancelled: boolean } | null>(null);
  /** The import that the program is at. */
  const running = useRef<ImportState | null>(null);
  const doing = useRef<Work["what"] | null>(null);
  /** What was tried last. */
  const again = useRef<() => Promise<void>>(() => Promise.resolve());
  const tried = useRef<Work["what"] | null>(null);
  useEffect(() => () => stop.current.abort(), []);

  /** Does something that takes its time; what goes wrong is shown, unless it was cancelled. */
  const during = async (what: Work["what"], run: (signal: AbortSignal) => Promise<void>) => {
    stop.current.abort();
    const own = new AbortController();
    stop.current = own;
    again.current = () => during(what, run);
    tried.current = what;
    doing.current = what;
    setError(null);
    setWork(workOf(what));
    try {
      await run(own.signal);
    } catch (cause) {
      if (own.signal.aborted) return;
      if (!(cause instanceof CommandError)) throw cause;
      if (cause.code !== "cancelled") setError(cause);
    } finally {
      if (stop.current === own) {
        setWork(null);
        running.current = null;
        doing.current = null;
      }
    }
  };

  /**
   * Waits for the program to start something. No signal calls back a command that has left the page: what is cancelled
   * by then is cancelled once it has its id, and so is a check whose end no page waits for.
   */
  const start = async (ask: () => Promise<ImportState>, signal: AbortSignal) => {
    signal.throwIfAborted();
    const own = { isCancelled: false };
    starting.current = own;
    try {
      const started = await ask();
      if (own.isCancelled || (signal.aborted && started.dryRun)) stopImport(started.id);
      signal.throwIfAborted();
      return started;
    } catch (cause) {
      // The file is not sent anew for what was cancelled.
      if (!own.isCancelled || !isGone(cause)) throw cause;
      throw new CommandError({ code: "cancelled", message: cause.message, details: null });
    } finally {
      if (starting.current === own) starting.current = null;
    }
  };

  /** Waits for the end of what the program does by itself. */
  const follow = async (started: ImportState, what: Work["what"], signal: AbortSignal) => {
    running.current = started;
    let now = started;
    while (!now.result && !now.error) {
      const { phase, percent, rows, seconds, moved } = now;
      setWork({ what, phase, percent, rows, seconds, moved });
      await pause(POLL_MS, signal);
      now = await call("importState", { id: started.id }, signal);
    }
    running.current = null;
    if (now.error) throw new WorkFailure({ ...now.error, details: now.error.details ?? null });
    return now;
  };

  /** What is under way stops and changes nothing; what is stored by then goes on to its end. */
  const cancel = () => {
    const id = running.current?.id;
    if (id !== undefined) stopImport(id);
    else if (starting.current) {
      starting.current.isCancelled = true;
      setWork((now) => now && { ...now, phase: "cancelling" });
    } else {
      stop.current.abort();
      setWork(null);
    }
  };

  const abandon = () => {
    stop.current.abort();
    setWork(null);
    setError(null);
  };

  return {
    work,
    error,
    during,
    start,
    follow,
    showProgress: setWork,
    cancel,
    abandon,
    retry: () => again.current(),
    dismiss: () => setError(null),
    /** The check that the program is at. */
    checkUnderWay: () => (running.current?.dryRun ? running.current.id : null),
    /** What is being done at this moment, also before the program has begun with it. */
    whatIsDone: () => doing.current,
    /** What was begun last on this page. */
    whatWasTried: () => tried.current,
  };
}

function stopImport(id: string): void {
  void call("cancelImport", { id }).catch(() => undefined);
}
