/** Where the cells of a pasted block go. */
import { sizeOf, type Range } from "../../cursor/selection";
import type { Block } from "./tsv";

/** One text and the cell that gets it. */
export type PlacedText = { row: number; column: number; text: string };

/**
 * The block from the selection's first cell on; repeated where the selection is so many times as high
 * or wide, as a spreadsheet does. What falls outside the grid is counted in `outside`.
 */
export function placeBlock(
  block: Block,
  selection: Range,
  size: { rows: number; columns: number },
): { cells: PlacedText[]; outside: number } {
  const height = block.length;
  const width = Math.max(0, ...block.map((row) => row.length));
  if (height === 0 || width === 0) return { cells: [], outside: 0 };
  const selected = sizeOf(selection);
  const rows = isMultiple(selected.rows, height) ? selected.rows : height;
  const columns = isMultiple(selected.columns, width) ? selected.columns : width;
  const cells: PlacedText[] = [];
  let outside = 0;
  for (let down = 0; down < rows; down++)
    for (let right = 0; right < columns; right++) {
      const text = block[down % height]?.[right % width];
      if (text === undefined) continue;
      const cell = { row: selection.top + down, column: selection.left + right, text };
      if (cell.row < size.rows && cell.column < size.columns) cells.push(cell);
      else outside += 1;
    }
  return { cells, outside };
}

function isMultiple(selected: number, block: number): boolean {
  return selected > block && selected % block === 0;
}
