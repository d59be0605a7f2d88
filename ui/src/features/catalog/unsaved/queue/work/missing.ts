/** Cells of items that are deleted: they wait until their item is there again, and go on by themselves then. */
import { addEdit, newWrites, type HeldCell, type Work } from "./work";

/** The item is there no more: its cells that clash have nothing to be decided against. */
export function markMissing(work: Work, id: string, message: string): Work {
  const mark = (cell: HeldCell): HeldCell => {
    if (cell.id !== id || cell.state !== "conflict") return cell;
    const { name, column, text, value, seen, version } = cell;
    return { id, name, column, text, value, seen, version, state: "wrong", message, isMissing: true };
  };
  return { ...work, held: work.held.map(mark) };
}

/** Items whose cells wait for them to be there again, each once. */
export function missingIds({ held }: Work): string[] {
  return [...new Set(held.filter(isMissing).map(({ id }) => id))];
}

/** Lists the unsaved cells that wait for a missing item. */
export function missingCells({ held }: Work, id: string): HeldCell[] {
  return held.filter((cell) => cell.id === id && isMissing(cell));
}

/**
 * `cells` wait for the program again. What stood in them when they were typed is what was seen: a value that
 * another person has put there since is not written over.
 */
export function sendAgain(
  work: Work,
  cells: readonly HeldCell[],
  label: string,
  newId: () => string = () => crypto.randomUUID(),
): Work {
  const typed = cells.map(({ id, name, column, text, value, seen, version }) => ({
    id,
    name,
    column,
    text,
    value,
    seen,
    version,
  }));
  return newWrites(label, typed, newId()).reduce<Work>(addEdit, work);
}

function isMissing(cell: HeldCell): boolean {
  return cell.state === "wrong" && cell.isMissing === true;
}
