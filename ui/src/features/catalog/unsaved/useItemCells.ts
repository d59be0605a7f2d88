/** The cells of one item that the sheet has not stored: the form stands on what is stored. */
import { useUnsaved } from "./queue/queues";
import { waitingCells, type HeldCell, type TypedCell } from "./queue/work/work";

export type ItemCells = {
  /** They wait for a person. */
  held: HeldCell[];
  /** They wait for the program. */
  waiting: TypedCell[];
  /** The program is away: they are not stored in a moment. */
  away: boolean;
};

/** `id` of the item; null for one that does not exist yet. */
export function useItemCells(id: string | null): ItemCells {
  const unsaved = useUnsaved();
  return {
    held: unsaved.held.filter((cell) => cell.id === id),
    waiting: waitingCells(unsaved).filter((cell) => cell.id === id),
    away: unsaved.away !== null,
  };
}
