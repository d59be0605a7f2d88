/**
 * Reads items again and again: those of cells that clash for as long as a decision about them is offered, as a
 * person decides about what is stored at present and other people may store something else meanwhile; and those
 * that were deleted, as they may be back. `CellQueue` follows what is read.
 */
import { useQueries } from "@tanstack/react-query";
import { call } from "../../../api/command";
import { useLanguage } from "../../../i18n/language";
import { useUnsaved } from "./queue/queues";

/** Milliseconds between two readings. */
const PACE_MS = 15_000;
/** Items that are read at once; the others follow once these are decided. */
const MOST = 50;

export function useCurrentItems(ids: readonly string[]): void {
  const language = useLanguage();
  const { away } = useUnsaved();
  const read = [...new Set(ids)].slice(0, MOST);
  useQueries({
    queries: read.map((id) => ({
      queryKey: ["getItem", language, { id }],
      queryFn: ({ signal }: { signal: AbortSignal }) => call("getItem", { id }, signal),
      staleTime: 0,
      refetchInterval: PACE_MS,
      enabled: away === null,
    })),
  });
}
