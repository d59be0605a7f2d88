/**
 * Reads items again and again: those of cells that clash for as long as a decision about them is offered, as a
 * person decides about what is stored at present and other people may store something else meanwhile; and those
 * that were deleted, as they may be back. `CellQueue` follows what is read. Nothing of it is drawn.
 */
import { useCommandQuery } from "../../../api/hooks";
import { useUnsaved } from "./queue/queues";

/** Milliseconds between two readings. */
const PACE_MS = 15_000;
/** Items that are read at once; the others follow once these are decided. */
const MOST = 50;

export function CurrentItems({ ids }: { ids: readonly string[] }) {
  const { away } = useUnsaved();
  const read = [...new Set(ids)].slice(0, MOST);
  return read.map((id) => <CurrentItem key={id} id={id} enabled={away === null} />);
}

/** A query of its own for each: one for many at once belongs to the sheet, and is no part of the first screen. */
function CurrentItem({ id, enabled }: { id: string; enabled: boolean }) {
  useCommandQuery("getItem", { id }, { staleTime: 0, refetchInterval: PACE_MS, enabled });
  return null;
}
