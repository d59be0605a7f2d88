/** The saves of an item, newest first. */
import { useCommandQuery } from "../../../../api/hooks";

/** More saves than one looks through. */
const MOST = 300;

export function useItemHistory(id: string) {
  const { data: revisions, error, isFetching, refetch } = useCommandQuery("itemHistory", { id, limit: MOST });
  return { revisions, error, isFetching, refetch };
}
