/** The saves of an item, newest first. */
import { useCommandQuery } from "../../../../api/hooks";

/** More saves than one looks through. */
const MOST = 300;

export function useItemHistory(id: string) {
  const query = useCommandQuery("itemHistory", { id, limit: MOST });
  return { revisions: query.data, error: query.error, refetch: query.refetch };
}
