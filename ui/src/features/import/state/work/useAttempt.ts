/**
 * The import that this page asked for, until its end is known. Where an answer was lost, the program may have begun or
 * even stored it: the same is asked for once more under the same id, and is done once.
 */
import { useRef, useState } from "react";
import { isOfDatabase } from "../../../../api/command";
import type { ImportAttempt } from "../keptImport";
import { WorkFailure } from "./useWork";

/** Keeps what the import was last asked to do. `before`: what an earlier page asked for. */
export function useAttempt(before: ImportAttempt | null) {
  const [attempt, setAttempt] = useState(before);
  /** The same, for another try that begins before the page is drawn anew. */
  const latest = useRef(before);
  const put = (next: ImportAttempt | null) => {
    latest.current = next;
    setAttempt(next);
  };
  return {
    attempt,
    /** Returns the id for an import of `wanted`: the one before, where that was of the same. */
    begin: (wanted: object): string => {
      const text = JSON.stringify(wanted);
      const known = latest.current?.wanted === text ? latest.current : null;
      const next = known ?? { id: crypto.randomUUID(), wanted: text };
      put(next);
      return next.id;
    },
    forget: () => put(null),
    /** Forgets it where `cause` ended it for good; otherwise the program goes on with it under its id. */
    noteFailure: (cause: unknown) => {
      if (isEndOfImport(cause)) put(null);
    },
  };
}

/** Under the same id the program does not begin what it has refused, but what its database interrupted. */
function isEndOfImport(cause: unknown): boolean {
  return cause instanceof WorkFailure && !isOfDatabase(cause) && cause.code !== "import_interrupted";
}
