/**
 * A newer version of an item that is open in its form may be this tab's own: a cell of the sheet, a bulk edit,
 * an undo. What the form does not touch of it is no question then.
 */
import { call } from "../../../../api/command";
import type { Item } from "../../../../api/types";
import { isBeside, type Revision } from "../../../../shared/changes/history";
import { ownOperations } from "../../shared/ownOperations";
import type { CellQueue } from "../../unsaved/queue/CellQueue";

/** Further saves may have been made when the history is read. */
const MORE = 20;

/** Whether every save between two versions was one of the operations `own`. */
export function areOwnSaves(
  revisions: readonly Revision[],
  from: number,
  to: number,
  own: ReadonlySet<string>,
): boolean {
  const saves = revisions.filter((revision) => !isBeside(revision));
  const between = saves.filter(({ version }) => version > from && version <= to);
  const areOwn = between.every(({ operationId }) => operationId !== null && own.has(operationId));
  return areOwn && between.length === to - from;
}

export async function isOwnWork(queue: CellQueue, base: Item, newer: Item): Promise<boolean> {
  try {
    const revisions = await call("itemHistory", historyOf(base, newer));
    return areOwnSaves(revisions, base.version, newer.version, ownIds(queue));
  } catch {
    // Unknown writers are taken for others: both versions are shown.
    return false;
  }
}

function historyOf(base: Item, newer: Item) {
  return { id: base.id, limit: Math.min(500, newer.version - base.version + MORE) };
}

/** Operation ids of writes from this tab, which are no conflict for the form. */
function ownIds(queue: CellQueue): Set<string> {
  const { own, steps } = queue.get();
  const { done, undone, sent } = ownOperations();
  return new Set([
    ...own,
    ...steps.map(({ operationId }) => operationId),
    ...[...done, ...undone].map(({ id }) => id),
    ...sent,
  ]);
}
