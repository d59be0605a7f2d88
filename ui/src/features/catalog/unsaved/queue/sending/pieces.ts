/** Writes in pieces that one request can hold: the program refuses a request of more than 2 MB as a whole. */
import { requestOf } from "./settling";
import { isEdit, keyOf, type Act, type Step, type TypedCell, type Work, type Write } from "../work/work";

/** What the cells of one request take at most, well below what the program takes. Bytes of JSON. */
const MOST_BYTES = 1_000_000;

/**
 * The write at the head is cut where it is too large for one request; a cell that is too large by itself goes
 * alone, and is refused alone. What counts its cells in its label is named by `count`.
 */
export function cutHead(
  work: Work,
  count: (act: Act, cells: number) => string,
  newId: () => string = () => crypto.randomUUID(),
): Work {
  const [head, ...later] = work.steps;
  // What was sent stays under its id as it was sent; and what is undone already is undone as a whole.
  if (head?.kind !== "write" || head.sent || isTarget(head, later)) return work;
  const pieces = cutCells(head.cells);
  const writes = pieces.map((cells, at): Write => {
    const keys = new Set(cells.map(({ id, column }) => keyOf(id, column)));
    const replaced = head.replaced?.filter(({ id, column }) => keys.has(keyOf(id, column)));
    return {
      ...head,
      operationId: at === 0 ? head.operationId : newId(),
      label: head.act ? count(head.act, cells.length) : head.label,
      cells,
      ...(replaced && { replaced }),
    };
  });
  return { ...work, steps: [...writes, ...later] };
}

function isTarget({ operationId }: Write, later: readonly Step[]): boolean {
  return later.some((step) => !isEdit(step) && step.target === operationId);
}

function cutCells(cells: readonly TypedCell[]): TypedCell[][] {
  const pieces: TypedCell[][] = [];
  let room = 0;
  for (const cell of cells) {
    const bytes = cellRequestBytes(cell);
    const piece = pieces.at(-1);
    if (piece && bytes <= room) piece.push(cell);
    else pieces.push([cell]);
    room = (piece && bytes <= room ? room : MOST_BYTES) - bytes;
  }
  return pieces;
}

const encoder = new TextEncoder();

function cellRequestBytes(cell: TypedCell): number {
  const write: Write = { kind: "write", operationId: "", label: "", sent: false, cells: [cell] };
  return encoder.encode(JSON.stringify(requestOf(write, "").cells)).length;
}
