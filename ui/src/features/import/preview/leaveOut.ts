/** Which rows of a file are left out: all of a kind, and single ones either way. */
import type { DoubtedRows, RowDoubt } from "../columns/targets";

export type LeaveOut = { kinds: RowDoubt[]; rows: number[]; take: number[] };

/** Such rows surely are no records. */
const SURE: RowDoubt[] = [
  "total",
  "heading",
  "group_title",
  "page_foot",
  "footnote",
  "hidden",
  "not_for_sale",
  "formula_error",
];
export const LEAVE_OUT: LeaveOut = { kinds: SURE, rows: [], take: [] };

/** All rows of a kind left out, or all of them taken: what was said of single ones does not count any more. */
export function withKind(leaveOut: LeaveOut, { doubt, rows }: DoubtedRows, left: boolean): LeaveOut {
  const own = new Set(rows.map(({ row }) => row));
  const others = leaveOut.kinds.filter((kind) => kind !== doubt);
  return {
    kinds: left ? [...others, doubt] : others,
    rows: leaveOut.rows.filter((row) => !own.has(row)),
    take: leaveOut.take.filter((row) => !own.has(row)),
  };
}

/** Leaves one row out of the import, or takes it back in. */
export function withRow(leaveOut: LeaveOut, row: number, left: boolean): LeaveOut {
  const others = (rows: number[]) => rows.filter((other) => other !== row);
  return {
    kinds: leaveOut.kinds,
    rows: left ? [...others(leaveOut.rows), row] : others(leaveOut.rows),
    take: left ? others(leaveOut.take) : [...others(leaveOut.take), row],
  };
}
