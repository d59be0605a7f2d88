/** Letting go of single cells that are not stored, as if they had not been typed. */
import { isEdit, dropHeld, type Step, type Work } from "./work";

type Place = { id: string; column: string };

/** Whether a step that could be let go of puts something into the cell; what is undone anyway stays. */
export function canDiscard(work: Work, place: Place): boolean {
  const targets = undoneSteps(work);
  return work.steps.some(
    (step) => isEdit(step) && !targets.has(step.operationId) && step.cells.some((cell) => isAt(cell, place)),
  );
}

/**
 * The cell is no part of any step any more, and waits for no person. A step that is left without cells is
 * none; one that an undo waits for stays as it is, for the undo would find nothing.
 */
export function discardCell(work: Work, place: Place): Work {
  const targets = undoneSteps(work);
  const steps = work.steps.flatMap((step): Step[] => {
    if (!isEdit(step) || targets.has(step.operationId)) return [step];
    const cells = step.cells.filter((cell) => !isAt(cell, place));
    if (cells.length === step.cells.length) return [step];
    const isEmpty = cells.length === 0 && (step.kind === "write" || step.rest.length === 0);
    return isEmpty ? [] : [{ ...step, cells }];
  });
  return { ...dropHeld(work, [place]), steps };
}

function undoneSteps({ steps }: Work): ReadonlySet<string> {
  return new Set(steps.flatMap((step) => (isEdit(step) ? [] : [step.target])));
}

function isAt(cell: Place, { id, column }: Place): boolean {
  return cell.id === id && cell.column === column;
}
