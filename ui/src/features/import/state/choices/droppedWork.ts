/**
 * What was said of a file in whose place another one came: it is true of the rows of that file alone. It waits here for
 * its file, over reloads of this tab, until a person lets go of it.
 */
import { useRef, useState } from "react";
import type { Kind } from "../../../../api/types";
import type { TablePlace } from "../../../../bindings";
import type { Column, Decimal } from "../../columns/targets";
import type { LeaveOut } from "../../preview/leaveOut";
import type { Place } from "./choices";
import type { Fix } from "./useDecisions";

export type DroppedWork = {
  file: { name: string; size: number | null; fingerprint: string | null };
  kind: Kind;
  /** The tables of the file, by which its rows are named. */
  tables?: TablePlace[];
  /** What was chosen; null where it was found. */
  place: Place;
  decimal: Decimal | null;
  profile: string | null;
  columns: Column[];
  fixes: Fix[];
  leaveOut: LeaveOut;
  /** RFC 3339. */
  at: string;
};

const KEY = "celeiro.import.dropped";

export function useDroppedWork() {
  const [dropped, setDropped] = useState(readDropped);
  /** The same, for what is done before the page is drawn anew. */
  const latest = useRef(dropped);
  const put = (next: DroppedWork[]) => {
    latest.current = next;
    setDropped(next);
    writeDropped(next);
  };
  return {
    dropped,
    /** One of which nothing would be lost is not noted. */
    noteDropped: (work: DroppedWork) => countDropped(work) > 0 && put([...latest.current, work]),
    /** What waits for the file of this content. */
    findDropped: (print: string | null) =>
      print === null ? undefined : latest.current.findLast(({ file }) => file.fingerprint === print),
    forgetDropped: (work: DroppedWork) => put(latest.current.filter((one) => one !== work)),
  };
}

function countDropped({ fixes, leaveOut, place, decimal }: DroppedWork): number {
  const chosen = [place.sheet !== null, place.headerRow !== null, decimal !== null].filter(Boolean);
  return fixes.length + leaveOut.rows.length + leaveOut.take.length + chosen.length;
}

function readDropped(): DroppedWork[] {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? "[]") as DroppedWork[];
    return stored.filter(
      ({ file, fixes, columns }) => file && Array.isArray(fixes) && Array.isArray(columns),
    );
  } catch {
    return [];
  }
}

/** Without storage, or without room in it, it lasts as long as its page. */
function writeDropped(works: readonly DroppedWork[]): void {
  try {
    if (works.length === 0) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(works));
  } catch {
    // What stands there is older; it would come back in place of this.
    try {
      sessionStorage.removeItem(KEY);
    } catch {
      // No storage: nothing is there to come back.
    }
  }
}
