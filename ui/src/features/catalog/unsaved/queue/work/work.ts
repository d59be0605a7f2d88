/**
 * Unsaved cell edits of the sheet: a queue of steps that run in order, and held cells that need a person's decision.
 * The module holds plain data and pure functions; it does not send, store or render, so that each case can be tested by
 * itself.
 */
import type { Item } from "../../../../../api/types";
import { typedValue, valueOf } from "../../../grid/cells/cells";
import type { Listing } from "../../../grid/state/rows/listedRows";

/** A cell edit as typed. */
export type TypedCell = {
  id: string;
  /** The item's name, for messages about a row that is out of view. */
  name: string;
  column: string;
  text: string;
  /** The value that is sent for the text. */
  value: string | number | null;
  /** The stored value that the cell showed at the time of the edit. */
  seen: unknown;
  /** The item's version at the time of the edit. */
  version: number;
};

/** The kind of edit, for a label with a count of cells. */
export type Act = "cells" | "paste" | "fill" | "clear";

/** Cells of one operation. A write is immutable once `sent`: the program applies an operation id once. */
export type Write = {
  kind: "write";
  operationId: string;
  label: string;
  sent: boolean;
  cells: readonly TypedCell[];
  /** The kind of edit, where the label counts cells. */
  act?: Act;
  /** Held cells that this write replaced: a withdrawn write puts them back. */
  replaced?: readonly HeldCell[];
};
/** Undoes the operation `target`; a redo undoes the undo. */
export type TakeBack = {
  kind: "undo" | "redo";
  operationId: string;
  label: string;
  sent: boolean;
  target: string;
};
/** A text for a cell of a row that was not loaded; null stands for the value of the block's first row. */
export type PlacedText = { row: number; column: string; text: string | null };
/** Cells of one operation, some of them in rows that are not loaded yet (see `block`). */
export type Block = {
  kind: "block";
  operationId: string;
  label: string;
  /** A block becomes a write before it is sent. */
  sent: false;
  act?: Act;
  listing: Listing;
  /** Cells of the loaded rows. */
  cells: readonly TypedCell[];
  rest: readonly PlacedText[];
  /** Cells that were waiting for a choice when the block was made: the block leaves them out. */
  choiceKeys: readonly string[];
  /** Cells that were invalid when the block was made: the block replaces their text. */
  wrongKeys: readonly string[];
};
export type Step = Write | Block | TakeBack;

export type Problem =
  /** Where `isMissing`, the item is deleted; the cell is queued again when the item is restored. */
  | { state: "wrong"; message: string; isMissing?: true }
  /**
   * Another value was stored in the same field: `now`, in the item's `version`. `by` is the writer's name, [`BY_SELF`],
   * or null where the history was not read.
   */
  | { state: "conflict"; now: unknown; by: string | null; at: string | null };
/** Stands for a person's name: a form in this tab stored the value. */
export const BY_SELF = "self";

/** A cell that was not stored, with the problem that a person has to decide about. */
export type HeldCell = TypedCell & Problem;

export type Work = {
  /** In order; each step waits for the one before. */
  steps: readonly Step[];
  held: readonly HeldCell[];
  /** Ids of this tab's latest operations: their writes are no conflicts. */
  own: readonly string[];
};

export const NO_WORK: Work = { steps: [], held: [], own: [] };
/** Number of operation ids kept as this tab's own: more than the undo and redo stacks hold. */
const OWN = 600;

/** Unsaved cells of the queue, each once, with its latest text. */
export function waitingCells({ steps }: Work): TypedCell[] {
  const cells = new Map<string, TypedCell>();
  for (const cell of steps.flatMap(cellsOf)) cells.set(keyOf(cell.id, cell.column), cell);
  return [...cells.values()];
}

export type PendingCounts = {
  /** Cells that wait for the program. */
  cells: number;
  /** Undos and redos that wait for the program. */
  takeBacks: number;
  /** Held cells: they wait for a person. */
  held: number;
  total: number;
};

/**
 * Counts unsaved work; `withSteps` includes queued steps, which a reachable program stores in a moment. Blocks with
 * rows to be loaded take longer, as do the steps behind them.
 */
export function countPending(work: Work, withSteps: boolean): PendingCounts {
  const counts = withSteps || isReading(work);
  const cells = counts ? waitingCells(work).length + countUnread(work) : 0;
  const undos = counts ? takeBacks(work).length : 0;
  const held = work.held.length;
  return { cells, takeBacks: undos, held, total: cells + undos + held };
}

export function isReading({ steps }: Work): boolean {
  return steps.some(({ kind }) => kind === "block");
}

/** Counts the cells of rows that are not loaded yet, each once, without cells that the queue already holds. */
export function countUnread(work: Work): number {
  const blocks = work.steps.filter((step) => step.kind === "block");
  if (blocks.length === 0) return 0;
  // One block may lack a row that another block had in view.
  const placeOf = ({ query }: Listing, row: number) => `${JSON.stringify(query)} ${String(row)}`;
  const ids = new Map(
    blocks.flatMap(({ listing }) => listing.seen.map(({ at, id }) => [placeOf(listing, at), id] as const)),
  );
  const known = new Set(waitingCells(work).map(({ id, column }) => keyOf(id, column)));
  const unread = new Set<string>();
  for (const { listing, rest } of blocks)
    for (const { row, column } of rest) {
      const place = placeOf(listing, row);
      const key = keyOf(ids.get(place) ?? place, column);
      if (!known.has(key)) unread.add(key);
    }
  return unread.size;
}

/** Queued undos and redos. */
export function takeBacks({ steps }: Work): TakeBack[] {
  return steps.filter((step) => !isEdit(step));
}

/** Whether the step of the unsaved work writes values into cells. */
export function isEdit(step: Step): step is Write | Block {
  return step.kind === "write" || step.kind === "block";
}

export function keyOf(id: string, column: string): string {
  return `${id} ${column}`;
}

/** The server's limit of cells in one operation. */
const MOST = 20_000;

/** Splits cells into writes within the server's limit; the first write has the id `operationId`. */
export function newWrites(
  label: string,
  cells: readonly TypedCell[],
  operationId: string,
  act?: Act,
): Write[] {
  return Array.from({ length: Math.ceil(cells.length / MOST) }, (_, at) => ({
    kind: "write",
    operationId: at === 0 ? operationId : crypto.randomUUID(),
    label,
    sent: false,
    cells: cells.slice(at * MOST, (at + 1) * MOST),
    ...(act && { act }),
  }));
}

/** Appends an edit to the queue. Its cells replace held cells at the same place. */
export function addEdit(work: Work, edit: Write | Block): Work {
  const [renewed] = renewSeen([edit], waitingCells(work));
  const left = dropHeld(work, edit.cells);
  const replaced = work.held.filter((cell) => !left.held.includes(cell));
  const added = renewed?.kind === "write" && replaced.length > 0 ? { ...renewed, replaced } : renewed;
  return { ...left, steps: [...work.steps, ...(added ? [added] : [])] };
}

/** Sets `seen` of the first of `steps` in each cell to the value that `before` writes there. */
export function renewSeen(steps: readonly Step[], before: readonly TypedCell[]): Step[] {
  const byKey = new Map(before.map((cell) => [keyOf(cell.id, cell.column), cell]));
  const renewCell = (cell: TypedCell): TypedCell => {
    const key = keyOf(cell.id, cell.column);
    const found = byKey.get(key);
    // A cell that is edited twice builds on its earlier text.
    byKey.delete(key);
    return found ? { ...cell, seen: typedValue(found.column, found.text, found.seen) } : cell;
  };
  return steps.map((step) => (isEdit(step) ? { ...step, cells: step.cells.map(renewCell) } : step));
}

export type BlockPart = Pick<Block, "label" | "act" | "listing" | "cells" | "rest">;

/** Makes a block from its reservation; cells that wait for a choice at this moment are left out. */
export function newBlock({ held }: Work, part: BlockPart, operationId: string): Block {
  const keysOf = (state: Problem["state"]) =>
    held.filter((cell) => cell.state === state).map(({ id, column }) => keyOf(id, column));
  return {
    ...part,
    kind: "block",
    operationId,
    sent: false,
    choiceKeys: keysOf("conflict"),
    wrongKeys: keysOf("wrong"),
  };
}

export function addHeld(work: Work, held: readonly HeldCell[]): Work {
  return { ...work, held: [...dropHeld(work, held).held, ...held] };
}

/**
 * Updates held cells after `item` was stored by `by` (where known): conflicts show its values. A cell whose text the
 * item now holds is no conflict any more. An item older than the conflicting version changes nothing.
 */
export function renewHeld(work: Work, item: Item, by: string | null): Work {
  const renew = (cell: HeldCell): HeldCell[] => {
    if (cell.id !== item.id || cell.state !== "conflict" || item.version <= cell.version) return [cell];
    const onto = { ...cell, version: item.version };
    const now = storedValue(item, cell.column);
    if (isSame(now, typedValue(cell.column, cell.text, cell.seen))) return [];
    return [isSame(now, cell.now) ? onto : { ...onto, now, by, at: item.updatedAt }];
  };
  const held = work.held.flatMap(renew);
  const isChanged = held.length !== work.held.length || held.some((cell, at) => cell !== work.held[at]);
  return isChanged ? { ...work, held } : work;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

/** Discards held cells of the unsaved work. */
export function dropHeld(work: Work, cells: readonly { id: string; column: string }[]): Work {
  if (work.held.length === 0) return work;
  const gone = new Set(cells.map(({ id, column }) => keyOf(id, column)));
  return { ...work, held: work.held.filter(({ id, column }) => !gone.has(keyOf(id, column))) };
}

/** Records operation ids in the unsaved work as this tab's own. */
export function addOwn(work: Work, ids: readonly string[]): Work {
  const known = new Set(work.own);
  const added = ids.filter((id) => !known.has(id));
  return added.length === 0 ? work : { ...work, own: [...work.own, ...added].slice(-OWN) };
}

/** Marks a write as sent. A block is not sent: its rows are loaded first, and it can be withdrawn until then. */
export function markSent(work: Work, step: Step): Work {
  const mark = (one: Step): Step => {
    if (one !== step || one.kind === "block") return one;
    return one.kind === "write" ? { ...withoutReplaced(one), sent: true } : { ...one, sent: true };
  };
  return { ...work, steps: work.steps.map(mark) };
}

/** A sent write cannot be withdrawn, so the cells that it replaced are dropped. */
function withoutReplaced({ kind, operationId, label, sent, cells, act }: Write): Write {
  return { kind, operationId, label, sent, cells, ...(act && { act }) };
}

/** Cells of loaded rows that the step of the unsaved work writes. */
export function cellsOf(step: Step): readonly TypedCell[] {
  return isEdit(step) ? step.cells : [];
}

/** The item's stored value in a column; null where it is empty. */
export function storedValue(item: Item, column: string): unknown {
  return valueOf({ item, completeness: 0, missing: [], deleted: false }, column) ?? null;
}

/**
 * Makes a write that overwrites another person's value: with the same text or another one, typed by a person who has
 * seen that value.
 */
export function newOverwrite(
  held: HeldCell,
  operationId: string,
  label: string,
  { text, value }: Pick<TypedCell, "text" | "value"> = held,
): Write {
  const { id, name, column, version } = held;
  const seen = held.state === "conflict" ? held.now : held.seen;
  return {
    kind: "write",
    operationId,
    label,
    sent: false,
    cells: [{ id, name, column, text, value, version, seen }],
  };
}
