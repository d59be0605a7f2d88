/** Looks for items that were deleted while cells of them waited: once one is there again, its cells are sent. */
import { useCurrentItems } from "./useCurrentItems";
import { useUnsaved } from "./queue/queues";
import { missingIds } from "./queue/missing";

export function useReturningItems(): void {
  useCurrentItems(missingIds(useUnsaved()));
}
