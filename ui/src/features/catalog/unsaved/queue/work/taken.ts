/**
 * Cells that a person let go of for what is stored: nothing of it is sent, and Ctrl+Z brings them back all the
 * same, in its order among what was written before and after.
 */
import { stacksAfter, type Stacks } from "./stacks";
import { keyOf, type HeldCell, type Work } from "./work";

export type TakenCells = {
  label: string;
  held: readonly HeldCell[];
  /** The latest operation at that moment, and how many there were to take back. */
  after: { id: string | null; depth: number };
};

/** How many are remembered: as far back as a person goes on, and no more texts than a page can hold. */
const MOST = 50;

/** What is taken now, of the cells at these places; null where none of them waits for a person. */
export function newTaken(
  work: Work,
  places: readonly { id: string; column: string }[],
  label: string,
  stacks: Stacks,
): TakenCells | null {
  const keys = new Set(places.map(({ id, column }) => keyOf(id, column)));
  const held = work.held.filter(({ id, column }) => keys.has(keyOf(id, column)));
  if (held.length === 0) return null;
  const { done } = stacksAfter(work.steps, stacks);
  return { label, held, after: { id: done.at(-1)?.id ?? null, depth: done.length } };
}

export function addTaken(taken: readonly TakenCells[], one: TakenCells): readonly TakenCells[] {
  return [...taken, one].slice(-MOST);
}

/** The cells that an undo brings back next; undefined where something newer was written. */
export function latestTaken(
  taken: readonly TakenCells[],
  work: Work,
  stacks: Stacks,
): TakenCells | undefined {
  const last = taken.at(-1);
  if (!last) return undefined;
  const { id, depth } = last.after;
  const { done } = stacksAfter(work.steps, stacks);
  if ((done.at(-1)?.id ?? null) === id) return last;
  // An operation that was refused as a whole, or redone, is there under its id no more.
  const isGone = id !== null && !done.some((one) => one.id === id);
  return isGone && done.length <= depth ? last : undefined;
}
