/** What there is to take back and to bring back, what waits to be sent included. */
import type { OwnOperation } from "../../../shared/ownOperations";
import { addHeld, isEdit, type Step, type TakeBack, type Work } from "./work";

export type Stacks = { done: readonly OwnOperation[]; undone: readonly OwnOperation[] };

/** Computes what can be undone and redone once all unsaved steps are done. */
export function stacksAfter(steps: readonly Step[], { done, undone }: Stacks): Stacks {
  let after: Stacks = { done, undone };
  for (const step of steps) {
    const made = { id: step.operationId, label: step.label };
    const target = isEdit(step) ? null : step.target;
    const but = (stack: readonly OwnOperation[]) => stack.filter(({ id }) => id !== target);
    if (isEdit(step)) after = { done: [...after.done, made], undone: [] };
    else if (step.kind === "undo") after = { done: but(after.done), undone: [...after.undone, made] };
    else after = { done: [...after.done, made], undone: but(after.undone) };
  }
  return after;
}

export type TakeBackOutcome =
  | { kind: "nothing" }
  /** The last step was not sent yet: it is simply not done. */
  | { kind: "withdrawn"; work: Work; step: Step }
  | { kind: "queued"; work: Work; step: TakeBack };

/** Takes the latest thing back (or brings the latest one back), whether it is stored yet or not. */
export function takeBack(
  work: Work,
  kind: "undo" | "redo",
  stacks: Stacks,
  operationId: string,
): TakeBackOutcome {
  const after = stacksAfter(work.steps, stacks);
  const top = (kind === "undo" ? after.done : after.undone).at(-1);
  if (!top) return { kind: "nothing" };
  const last = work.steps.at(-1);
  if (last?.operationId === top.id && !last.sent) {
    const left = { ...work, steps: work.steps.slice(0, -1) };
    const replaced = last.kind === "write" ? (last.replaced ?? []) : [];
    return { kind: "withdrawn", work: addHeld(left, replaced), step: last };
  }
  const step: TakeBack = { kind, operationId, label: top.label, sent: false, target: top.id };
  return { kind: "queued", work: { ...work, steps: [...work.steps, step] }, step };
}
