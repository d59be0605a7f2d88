/** Why a step was not done, and whether the same may work later. */
import { CommandError } from "../../../../../api/command";
import { clientError } from "../../../../../host/errors";

/** The program is not there, or cannot write just now. */
const PASSING: ReadonlySet<string> = new Set([
  "unreachable",
  "timed_out",
  "bad_response",
  "broken_off",
  "starting",
  "database_unreachable",
  "database_busy",
  "database_stuck",
  "rate_limited",
  "unauthorized",
  "other_catalog",
  "disk_full",
  "cluster_failed",
]);

/** Whether sending unsaved cells failed for a passing reason and may work later. */
export function isPassing({ code }: CommandError): boolean {
  return PASSING.has(code);
}

export function unreachable(): CommandError {
  return new CommandError(clientError("unreachable"));
}
