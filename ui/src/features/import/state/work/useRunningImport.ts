/** A page that was loaded anew finds its import under way, or over: the program went on with it. */
import { useEffect, useState } from "react";
import { call, CommandError } from "../../../../api/command";
import { useStable } from "../../../../lib/hooks/useStable";
import type { ImportState } from "../../columns/targets";

type Input = {
  /** Whether a person was quicker, and has begun something else. */
  hasBegun: () => boolean;
  /** The import that the page before asked for without an answer; else the one under way is looked for. */
  attempted: string | null;
  /** Resolves once the import has ended. */
  onFind: (under: ImportState) => Promise<void>;
  /** There is none. */
  onMiss: () => void;
};

/** Whether what is under way was begun before this page was there. */
export function useRunningImport({ hasBegun, attempted, onFind, onMiss }: Input): boolean {
  const [resumed, setResumed] = useState(false);
  const find = useStable(async (signal: AbortSignal) => {
    const under = await (attempted === null ? findUnderWay(signal) : findAttempt(attempted, signal));
    if (hasBegun()) return;
    if (!under) {
      onMiss();
      return;
    }
    setResumed(true);
    await onFind(under).finally(() => setResumed(false));
  });
  useEffect(() => {
    const own = new AbortController();
    // Without the list the page does what it always does.
    void find(own.signal).catch(() => undefined);
    return () => own.abort();
  }, [find]);
  return resumed;
}

async function findUnderWay(signal: AbortSignal): Promise<ImportState | undefined> {
  const imports = await call("listImports", {}, signal);
  return imports.find(({ dryRun }) => !dryRun);
}

async function findAttempt(id: string, signal: AbortSignal): Promise<ImportState | undefined> {
  try {
    return await call("importState", { id }, signal);
  } catch (error) {
    if (error instanceof CommandError && error.code === "not_found") return undefined;
    throw error;
  }
}
