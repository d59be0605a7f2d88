/** A write and its answer: what is asked of the program, and what becomes of the work around it. */
import type { Data, Req } from "../../../../../api/command";
import type { Item } from "../../../../../api/types";
import {
  addOwn,
  cellsOf,
  isEdit,
  keyOf,
  renewHeld,
  storedValue,
  type HeldCell,
  type Step,
  type TypedCell,
  type Work,
  type Write,
} from "../work/work";

export type Answer = Data<"editCells">;
type Row = Answer["rows"][number];

/** Builds the request that saves the cells of an unsaved write. */
export function requestOf({ cells, operationId }: Write, catalog: string): Req<"editCells"> {
  return {
    operationId,
    catalog,
    merge: true,
    cells: cells.map(({ id, version, column, value, seen }) => ({
      id,
      version,
      field: column,
      value,
      seen: seen ?? null,
    })),
  };
}

/** Lists the cells of an unsaved write that the program has stored. */
export function storedCells({ cells }: Write, answer: Answer): TypedCell[] {
  const stored = new Set(answer.rows.filter(({ error }) => error === null).map(({ id }) => id));
  return cells.filter(({ id }) => stored.has(id));
}

export type SettledWork = {
  work: Work;
  /** Cells that wait for a person since. */
  refused: readonly HeldCell[];
};

/**
 * The write at the head is answered. Rows that it changed go on from their new version; cells that clash
 * wait for a person, unless something newer was typed there; the rest of their row is sent again.
 */
export function settleWrite(
  work: Work,
  write: Write,
  answer: Answer,
  other: string,
  ids: () => string = () => crypto.randomUUID(),
): SettledWork {
  const outcome = new Map(answer.rows.map((row) => [row.id, row]));
  const later = work.steps.filter(({ operationId }) => operationId !== write.operationId);
  const { own } = answer.operationId === null ? work : addOwn(work, [answer.operationId]);
  const again: TypedCell[] = [];
  const held: HeldCell[] = [];
  for (const cell of write.cells) {
    const row = outcome.get(cell.id);
    if (row?.error === null) continue;
    const next = refuseCell(cell, row, own, other);
    if ("state" in next) held.push(next);
    else again.push(next);
  }
  const superseded = new Set(later.flatMap(cellsOf).map(({ id, column }) => keyOf(id, column)));
  const refused = held.filter(({ id, column }) => !superseded.has(keyOf(id, column)));
  const gone = advanceCells(write.cells, outcome, held);
  const rest: Write[] =
    again.length === 0 ? [] : [{ ...write, operationId: ids(), sent: false, cells: again }];
  const [renewed] = rest;
  const steps =
    answer.operationId !== null
      ? later
      : retargetSteps(later, write.operationId, renewed?.operationId ?? null);
  const current = answer.rows.flatMap(({ error }) => currentOf(error) ?? []);
  const { held: before } = current.reduce((onto, item) => renewHeld(onto, item, null), work);
  return {
    work: { steps: [...rest, ...steps.map(gone)], held: [...before, ...refused], own },
    refused,
  };
}

/** Of an operation that stored nothing, nothing is taken back: what is sent in its place is, if there is that. */
function retargetSteps(steps: readonly Step[], from: string, to: string | null): Step[] {
  const gone = new Set(to === null ? [from] : []);
  return steps.flatMap((step): Step[] => {
    if (isEdit(step)) return [step];
    if (step.target === from && to !== null) return [{ ...step, target: to }];
    if (!gone.has(step.target)) return [step];
    gone.add(step.operationId);
    return [];
  });
}

/** What becomes of a cell of a row that was not written: a problem, or another attempt. */
function refuseCell(
  cell: TypedCell,
  row: Row | undefined,
  own: readonly string[],
  other: string,
): HeldCell | TypedCell {
  const error = row?.error;
  const current = currentOf(error);
  if (error?.code === "not_found")
    return { ...cell, state: "wrong", message: error.message, isMissing: true };
  if (!error || !current) return { ...cell, state: "wrong", message: error?.message ?? other };
  const onto = { ...cell, version: current.version };
  const clash = error.clashes.find(({ field }) => field === cell.column);
  // The row was kept back by another of its fields.
  if (error.clashes.length > 0 && !clash) return onto;
  const now = clash ? clash.now : storedValue(current, cell.column);
  if (clash?.operationId && own.includes(clash.operationId)) return { ...onto, seen: now };
  return {
    ...onto,
    seen: cell.seen,
    state: "conflict",
    now,
    by: clash?.changedBy ?? null,
    at: clash?.changedAt ?? null,
  };
}

/** The item as it is stored, where a row was refused because of a newer version. */
export function currentOf(error: Row["error"] | undefined): Item | null {
  return error?.code === "conflict" ? (error.current as Item | null) : null;
}

/** Later steps after the rows before them are settled: on their new versions, or in place of what was refused. */
function advanceCells(
  written: readonly TypedCell[],
  outcome: ReadonlyMap<string, Row>,
  held: readonly HeldCell[],
): (step: Step) => Step {
  const before = new Map(written.map(({ id, version }) => [id, version]));
  const refused = new Map(held.map((cell) => [keyOf(cell.id, cell.column), cell]));
  const cellOn = (cell: TypedCell): TypedCell => {
    const instead = refused.get(keyOf(cell.id, cell.column));
    if (instead) return { ...cell, seen: instead.seen };
    const version = outcome.get(cell.id)?.version ?? 0;
    // Where another writer came in between, what was seen decides: the new version holds what was not.
    return before.get(cell.id) === cell.version && version <= cell.version + 1
      ? { ...cell, version: Math.max(version, cell.version) }
      : cell;
  };
  return (step) => (!isEdit(step) || step.sent ? step : { ...step, cells: step.cells.map(cellOn) });
}
