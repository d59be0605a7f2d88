/**
 * What was typed into the sheet and is not stored: steps that wait for their turn, one after the other,
 * and cells that wait for a person. Nothing here sends, stores or draws: plain data and what becomes of
 * it, so that each case can be tried by itself.
 */
import type { Item } from "../../../../../api/types";
import { typedValue, valueOf } from "../../../grid/cells/cells";
import type { Listing } from "../../../grid/state/rows/listedRows";

/** A cell as a person left it. */
export type TypedCell = {
  id: string;
  /** The item's name, to say which one it is where its row is not in sight. */
  name: string;
  column: string;
  text: string;
  /** What is sent for the text. */
  value: string | number | null;
  /** What stood in the cell for that person. */
  seen: unknown;
  /** The version of the item in which it stood there. */
  version: number;
};

/** What is done to cells, in a label that counts them. */
export type Act = "cells" | "paste" | "fill" | "clear";

/** Cells of one operation. Once `sent` it stays as it is: under its id the program does it once. */
export type Write = {
  kind: "write";
  operationId: string;
  label: string;
  sent: boolean;
  cells: readonly TypedCell[];
  /** What was done to them, where the label counts them. */
  act?: Act;
  /** What waited for a person in these cells: where the write is withdrawn, it waits again. */
  replaced?: readonly HeldCell[];
};
/** Takes the operation `target` back, or (a redo) takes back what took it back. */
export type TakeBack = {
  kind: "undo" | "redo";
  operationId: string;
  label: string;
  sent: boolean;
  target: string;
};
/** A text for a cell of a row that was not there; null stands for what the first row of the block holds. */
export type PlacedText = { row: number; column: string; text: string | null };
/** Cells of one operation, some of them in rows that are still to be read (see `block`). */
export type Block = {
  kind: "block";
  operationId: string;
  label: string;
  /** It is a write before it is sent. */
  sent: false;
  act?: Act;
  listing: Listing;
  /** Cells of the rows that were there. */
  cells: readonly TypedCell[];
  rest: readonly PlacedText[];
  /** Cells that waited for a choice at the moment of the deed: they are no part of it. */
  choiceKeys: readonly string[];
  /** Cells that were wrong then: in the block's place, what was typed there is gone. */
  wrongKeys: readonly string[];
};
export type Step = Write | Block | TakeBack;

export type Problem =
  /** Its item is deleted where it `isMissing`: once that is there again, the cell goes on by itself. */
  | { state: "wrong"; message: string; isMissing?: true }
  /**
   * Another value was stored in the same field: `now` stands there, in the item's `version`. `by` is the
   * writer's name, [`BY_SELF`], or null where the history was not asked.
   */
  | { state: "conflict"; now: unknown; by: string | null; at: string | null };
/** In the place of a person's name: the value was stored by this very tab, in a form. */
export const BY_SELF = "self";

/** A cell that was not stored, and what a person has to know to decide about it. */
export type HeldCell = TypedCell & Problem;

export type Work = {
  /** In the order in which they were done; each waits for the one before. */
  steps: readonly Step[];
  held: readonly HeldCell[];
  /** The latest operations of this tab: what they wrote is its own. */
  own: readonly string[];
};

export const NO_WORK: Work = { steps: [], held: [], own: [] };
/** Operations that are remembered as this tab's own: all that can be undone or redone, and those of before. */
const OWN = 600;

/** Cells that are not stored yet, each once, with the latest text. */
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
  /** Cells that wait for a person. */
  held: number;
  total: number;
};

/**
 * What is not stored; `withSteps` counts what is on its way too, which a program that answers stores in a
 * moment. A block whose rows are still to be read takes longer, and so does what waits behind it.
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

/** Cells of rows that are still to be read, each once, and none that is known to wait already. */
export function countUnread(work: Work): number {
  const blocks = work.steps.filter((step) => step.kind === "block");
  if (blocks.length === 0) return 0;
  // A row that one block could not read may have been in sight for another.
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

/** What waits to be taken back or brought back. */
export function takeBacks({ steps }: Work): TakeBack[] {
  return steps.filter((step) => !isEdit(step));
}

/** Whether it puts something into cells. */
export function isEdit(step: Step): step is Write | Block {
  return step.kind === "write" || step.kind === "block";
}

export function keyOf(id: string, column: string): string {
  return `${id} ${column}`;
}

/** The server takes no more cells at once. */
const MOST = 20_000;

/** Writes of these cells; the first of them is the operation `operationId`. */
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

/** Adds cells behind all others. They take the place of what waited for a person in the same cells. */
export function addEdit(work: Work, edit: Write | Block): Work {
  const [renewed] = renewSeen([edit], waitingCells(work));
  const left = dropHeld(work, edit.cells);
  const replaced = work.held.filter((cell) => !left.held.includes(cell));
  const added = renewed?.kind === "write" && replaced.length > 0 ? { ...renewed, replaced } : renewed;
  return { ...left, steps: [...work.steps, ...(added ? [added] : [])] };
}

/** What `before` puts into the same cells is what those who typed the first of `steps` there saw. */
export function renewSeen(steps: readonly Step[], before: readonly TypedCell[]): Step[] {
  const byKey = new Map(before.map((cell) => [keyOf(cell.id, cell.column), cell]));
  const renewCell = (cell: TypedCell): TypedCell => {
    const key = keyOf(cell.id, cell.column);
    const found = byKey.get(key);
    // A cell that is typed in once more stands on the text before.
    byKey.delete(key);
    return found ? { ...cell, seen: typedValue(found.column, found.text, found.seen) } : cell;
  };
  return steps.map((step) => (isEdit(step) ? { ...step, cells: step.cells.map(renewCell) } : step));
}

export type BlockPart = Pick<Block, "label" | "act" | "listing" | "cells" | "rest">;

/** A block as it is reserved: what waits for a choice at this moment is no part of it. */
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
 * `item` is stored now, by `by` where that is known: clashes of its cells are about what it holds. A cell that
 * it holds as it was typed is no clash any more. An older item than the one that clashed changes nothing.
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

/** Lets go of what waits for a person in these cells. */
export function dropHeld(work: Work, cells: readonly { id: string; column: string }[]): Work {
  if (work.held.length === 0) return work;
  const gone = new Set(cells.map(({ id, column }) => keyOf(id, column)));
  return { ...work, held: work.held.filter(({ id, column }) => !gone.has(keyOf(id, column))) };
}

/** Remembers operations as this tab's own. */
export function addOwn(work: Work, ids: readonly string[]): Work {
  const known = new Set(work.own);
  const added = ids.filter((id) => !known.has(id));
  return added.length === 0 ? work : { ...work, own: [...work.own, ...added].slice(-OWN) };
}

/** A block is not sent: it is read, and can be withdrawn as long as it is. */
export function markSent(work: Work, step: Step): Work {
  const mark = (one: Step): Step => {
    if (one !== step || one.kind === "block") return one;
    return one.kind === "write" ? { ...withoutReplaced(one), sent: true } : { ...one, sent: true };
  };
  return { ...work, steps: work.steps.map(mark) };
}

/** Once it is sent it cannot be withdrawn. */
function withoutReplaced({ kind, operationId, label, sent, cells, act }: Write): Write {
  return { kind, operationId, label, sent, cells, ...(act && { act }) };
}

/** Cells of rows that are there. */
export function cellsOf(step: Step): readonly TypedCell[] {
  return isEdit(step) ? step.cells : [];
}

/** What the item holds in a column; null where that is empty. */
export function storedValue(item: Item, column: string): unknown {
  return valueOf({ item, completeness: 0, missing: [], deleted: false }, column) ?? null;
}

/** Over what another person has put there: the same text again, or another one, by a person who has seen that. */
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
