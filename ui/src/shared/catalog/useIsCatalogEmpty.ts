/** Whether the catalog has no items; not said before the program has said it. */
import { useCommandQuery } from "../../api/hooks";

export function useIsCatalogEmpty(): boolean {
  return useCommandQuery("status", {}).data?.items === 0;
}
