/**
 * A block over rows that are not all there. It has its place among the steps from the moment of the deed;
 * when its turn comes, its rows are read as everything before has left them, and it becomes a write.
 */
import { call } from "../../../../../api/command";
import type { Lang } from "../../../../../lib/language";
import type { Problem as FieldProblem } from "../../../../../shared/forms/rules";
import { cellProblem, editText, valueOf, type GridRow } from "../../../grid/cells/cells";
import { canWriteIn, cellOf, isStored, type Edit } from "../../../grid/edits/typedCell";
import { readListing } from "../../../grid/state/rows/listedRows";
import {
  addHeld,
  cellsOf,
  keyOf,
  newWrites,
  renewSeen,
  dropHeld,
  type Act,
  type Block,
  type HeldCell,
  type TypedCell,
  type Work,
} from "../work/work";

/** How the texts of a block are read, and what is wrong with one is said. */
export type BlockWords = {
  language: Lang;
  describe: (problem: FieldProblem) => string;
  /** What doing something to so many cells is called. */
  count: (act: Act, cells: number) => string;
};

/** Reads the rows of an unsaved block anew. Rejects with `OrderChanged` where other rows stand there now. */
export function readBlock({ listing }: Block, signal: AbortSignal): Promise<GridRow[]> {
  return readListing((page) => call("grid", page, signal), listing);
}

export type FilledBlock = {
  work: Work;
  /** Cells that cannot be written so. */
  leftOutCount: number;
  /** Cells out of sight that wait for a choice between two values. */
  undecidedCount: number;
  /** Cells that wait for a person since. */
  refused: readonly HeldCell[];
};

/** The block at the head of `work`, whose rows were read: it goes on as a write of the same operation. */
export function fillBlock(
  work: Work,
  block: Block,
  rows: readonly GridRow[],
  words: BlockWords,
): FilledBlock {
  const { language } = words;
  const edits = editsOf(block, rows, language);
  const choices = work.held.filter(({ state }) => state === "conflict").map(keyOfCell);
  const choiceKeys = new Set([...block.choiceKeys, ...choices]);
  const writable = edits.filter(({ row, column }) => canWriteIn(row, column));
  // What a person does not see there is not written over.
  const possible = writable.filter(({ row, column }) => !choiceKeys.has(keyOf(row.item.id, column)));
  const later = new Set(work.steps.slice(1).flatMap(cellsOf).map(keyOfCell));
  const wrongKeys = new Set(block.wrongKeys);
  const wrongCells = possible.map(cellOf).filter((cell) => wrongKeys.has(keyOfCell(cell)));
  const refused: HeldCell[] = [];
  const good: TypedCell[] = [];
  for (const edit of possible) {
    const { row, column, text } = edit;
    if (isStored(edit, language)) continue;
    const problem = cellProblem(column, text, valueOf(row, column));
    if (!problem) good.push(cellOf(edit));
    // What was typed there since takes its place.
    else if (!later.has(keyOf(row.item.id, column)))
      refused.push({ ...cellOf(edit), state: "wrong", message: words.describe(problem) });
  }
  const onto = addHeld(dropHeld(work, wrongCells), refused);
  return {
    work: becomeWrite(onto, block, good, words.count),
    leftOutCount: edits.length - writable.length,
    undecidedCount: writable.length - possible.length,
    refused,
  };
}

/** Writes the cells in sight of an unsaved block whose other rows cannot be had. */
export function fillKnown(work: Work, block: Block, count: BlockWords["count"]): Work {
  return becomeWrite(work, block, [], count);
}

function becomeWrite(
  work: Work,
  block: Block,
  added: readonly TypedCell[],
  count: BlockWords["count"],
): Work {
  const cells = [...block.cells, ...added];
  const label = block.act ? count(block.act, cells.length) : block.label;
  const writes = newWrites(label, cells, block.operationId, block.act);
  const later = work.steps.filter((step) => step.operationId !== block.operationId);
  return { ...work, steps: [...writes, ...renewSeen(later, added)] };
}

function editsOf({ listing, rest }: Block, rows: readonly GridRow[], language: Lang): Edit[] {
  const [first] = rows;
  return rest.flatMap(({ row: at, column, text }): Edit[] => {
    const row = rows[at - listing.from];
    if (!row || !first) return [];
    return [{ row, column, text: text ?? editText(valueOf(first, column), column, language) }];
  });
}

function keyOfCell({ id, column }: TypedCell): string {
  return keyOf(id, column);
}
