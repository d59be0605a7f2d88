/** What is kept of work for which the browser has not room enough. */
import { cellsOf, isEdit, keyOf, type Step, type Work } from "./work";

type Place = { id: string; column: string };

/** Cells stay as they are: each is measured once. */
const measured = new WeakMap<object, number>();

/** Size of unsaved work in characters of JSON. */
function sizeOf(value: object): number {
  const known = measured.get(value);
  if (known !== undefined) return known;
  const size = JSON.stringify(value).length;
  measured.set(value, size);
  return size;
}

/**
 * The work without the cells of the longest texts, as `most` characters have room. A cell is left out with all
 * that was typed into it: what was typed earlier never comes back in place of what was typed later. Null where
 * that cannot be told, as of a block over rows that are still to be read.
 */
export function leanWork(work: Work, most: number): Work | null {
  if (work.steps.some(({ kind }) => kind === "block")) return null;
  const sizes = new Map<string, number>();
  for (const cell of [...work.steps.flatMap(cellsOf), ...work.held]) {
    const key = keyOf(cell.id, cell.column);
    sizes.set(key, (sizes.get(key) ?? 0) + sizeOf(cell));
  }
  const kept = new Set<string>();
  let room = most;
  for (const [key, size] of [...sizes].sort(([, one], [, other]) => one - other)) {
    room -= size;
    if (room < 0) break;
    kept.add(key);
  }
  const isKept = ({ id, column }: Place) => kept.has(keyOf(id, column));
  const steps = work.steps.flatMap((step): Step[] => {
    if (!isEdit(step) || step.kind === "block") return [step];
    const { kind, operationId, label, sent, act } = step;
    const cells = step.cells.filter(isKept);
    return cells.length === 0 ? [] : [{ kind, operationId, label, sent, cells, ...(act && { act }) }];
  });
  return { ...work, steps, held: work.held.filter(isKept) };
}
