/** The saves of an item, newest first, in the form that the history shows. */
import type { CommandError } from "../../../api/command";
import type { Revision } from "./history";

type ItemHistory = {
  revisions: Revision[] | undefined;
  error: CommandError | null;
  refetch: () => unknown;
};

export function useItemHistory(_id: string): ItemHistory {
  return { revisions: [], error: null, refetch: () => {} };
}
