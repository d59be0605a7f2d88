import { describe, expect, test } from "vitest";
import {
  addRows,
  ALL_ROWS,
  clampCell,
  countSelected,
  isSelected,
  NO_ROWS,
  rangeOf,
  sizeOf,
  toggleRow,
} from "./selection";

const SIZE = { rows: 10, columns: 4 };

describe("the active cell", () => {
  test("stays in the sheet, whose header is row -1 and whose selectors are column -1", () => {
    expect(clampCell({ row: 99, column: 99 }, SIZE)).toEqual({ row: 9, column: 3 });
    expect(clampCell({ row: -7, column: -7 }, SIZE)).toEqual({ row: -1, column: -1 });
  });

  test("is in the header where there are no rows", () => {
    expect(clampCell({ row: 0, column: 0 }, { rows: 0, columns: 4 })).toEqual({ row: -1, column: 0 });
  });
});

describe("a block", () => {
  test("is the same from any of its corners", () => {
    const block = { top: 1, bottom: 3, left: 0, right: 2 };
    expect(rangeOf({ row: 3, column: 0 }, { row: 1, column: 2 })).toEqual(block);
    expect(rangeOf({ row: 1, column: 2 }, { row: 3, column: 0 })).toEqual(block);
    expect(sizeOf(block)).toEqual({ rows: 3, columns: 3 });
  });

  test("reaches neither into the header nor into the selectors", () => {
    expect(rangeOf({ row: -1, column: -1 }, { row: 2, column: 1 })).toEqual({
      top: 0,
      bottom: 2,
      left: 0,
      right: 1,
    });
  });
});

describe("selected rows", () => {
  test("come and go one by one", () => {
    const one = toggleRow(NO_ROWS, "a");
    expect(isSelected(one, "a")).toBe(true);
    expect(countSelected(one, 10)).toBe(1);
    expect(countSelected(toggleRow(one, "a"), 10)).toBe(0);
  });

  test("of all, single ones are left out and taken in again", () => {
    const most = toggleRow(ALL_ROWS, "a");
    expect(isSelected(most, "a")).toBe(false);
    expect(isSelected(most, "b")).toBe(true);
    expect(countSelected(most, 10)).toBe(9);
    expect(countSelected(addRows(most, ["a", "b"]), 10)).toBe(10);
  });

  test("are added once, however often", () => {
    expect(countSelected(addRows(addRows(NO_ROWS, ["a", "b"]), ["b", "c"]), 10)).toBe(3);
  });

  test("are never fewer than none, though rows went away", () => {
    expect(countSelected({ kind: "all", except: new Set(["a", "b"]) }, 1)).toBe(0);
  });
});
