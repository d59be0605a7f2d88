/** A page that was loaded anew finds its import still under way: the program went on with it. */
import { useEffect, useState } from "react";
import { call } from "../../../api/command";
import { useStable } from "../../../lib/hooks/useStable";
import type { ImportState } from "../columns/targets";

type Input = {
  /** Whether a person was quicker, and has begun something else. */
  hasBegun: () => boolean;
  /** Resolves once the import has ended. */
  onFind: (under: ImportState) => Promise<void>;
};

/** Whether what is under way was begun before this page was there. */
export function useRunningImport({ hasBegun, onFind }: Input): boolean {
  const [resumed, setResumed] = useState(false);
  const find = useStable(async (signal: AbortSignal) => {
    const imports = await call("listImports", {}, signal);
    const under = imports.find(({ dryRun }) => !dryRun);
    if (!under || hasBegun()) return;
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
