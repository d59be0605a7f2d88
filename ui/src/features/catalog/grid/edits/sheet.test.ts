// @vitest-environment node
import { describe, expect, test } from "vitest";
import {
  moveColumn,
  readLayout,
  resizeColumn,
  toggleColumn,
  USUAL_LAYOUT,
} from "../../../../shared/filters/columns";
import {
  cycleSort,
  orderDependsOn,
  parseGridState,
  writeGridState,
  type GridState,
} from "../../../../shared/filters/gridState";
import { placeBlock } from "./pasting/pasting";
import {
  ALL_ROWS,
  clampCell,
  countSelected,
  isSelected,
  NO_ROWS,
  rangeOf,
  toggleRow,
} from "../cursor/selection";

describe("what the grid is asked", () => {
  const state: GridState = {
    text: "soja & milho",
    filters: [
      { column: "category", test: "is", values: ["A~B", "C,D"] },
      { column: "price", test: "empty", values: [] },
    ],
    sort: [
      { column: "price", descending: true },
      { column: "name", descending: false },
    ],
  };
  test("comes back from the address as it went in", () => {
    expect(parseGridState(writeGridState(new URLSearchParams("item=x"), state))).toEqual(state);
  });
  test("leaves what else stands in the address", () => {
    expect(writeGridState(new URLSearchParams("item=x&q=alt"), { ...state, text: "" }).get("item")).toBe("x");
  });
  test("what is no condition is passed over", () => {
    expect(parseGridState(new URLSearchParams("f=category~drop~x&f=~is~x&sort=,-")).filters).toEqual([]);
  });
});

test("a column is sorted up, down and not at all; others are kept where that is asked", () => {
  const up = cycleSort([], "price", false);
  const down = cycleSort(up, "price", false);
  expect([up, down, cycleSort(down, "price", false)]).toEqual([
    [{ column: "price", descending: false }],
    [{ column: "price", descending: true }],
    [],
  ]);
  expect(cycleSort(down, "name", true).map(({ column }) => column)).toEqual(["price", "name"]);
});

test("an edit moves rows only where they are ordered or filtered by it", () => {
  const usual: GridState = { text: "", filters: [], sort: [] };
  expect(orderDependsOn(usual, ["price"])).toBe(false);
  expect(orderDependsOn(usual, ["name"])).toBe(true);
  expect(orderDependsOn({ ...usual, sort: [{ column: "updatedAt", descending: true }] }, ["price"])).toBe(
    true,
  );
});

describe("columns", () => {
  const names = (layout: readonly { column: string }[]) => layout.map(({ column }) => column);
  test("move, and stay at the edge", () => {
    const layout = USUAL_LAYOUT.slice(0, 3);
    const [a, b, c] = names(layout);
    expect(names(moveColumn(layout, a ?? "", 1))).toEqual([b, a, c]);
    expect(names(moveColumn(layout, a ?? "", -1))).toEqual([a, b, c]);
    expect(names(moveColumn(layout, a ?? "", 9))).toEqual([b, c, a]);
  });
  test("are never narrower than one can hold, and the last one stays", () => {
    expect(resizeColumn(USUAL_LAYOUT, "name", 3)[0]?.width).toBeGreaterThan(40);
    expect(toggleColumn(USUAL_LAYOUT.slice(0, 1), "name")).toHaveLength(1);
  });
  test("of an old or a foreign layout are read as far as they are understood, each once", () => {
    const stored = [{ column: "name", width: 1e9 }, { column: "name" }, { column: "gone" }, null, 7];
    expect(names(readLayout([...stored, { column: "attributes.dose" }]))).toEqual([
      "name",
      "attributes.dose",
    ]);
  });
});

describe("a pasted block", () => {
  const size = { rows: 10, columns: 4 };
  const at = (top: number, left: number, bottom = top, right = left) => ({ top, left, bottom, right });
  test("begins at the selection's first cell", () => {
    const { cells } = placeBlock([["a", "b"]], at(2, 1), size);
    expect(cells).toEqual([
      { row: 2, column: 1, text: "a" },
      { row: 2, column: 2, text: "b" },
    ]);
  });
  test("fills a selection that is so many times as large", () => {
    expect(placeBlock([["x"]], at(0, 0, 2, 1), size).cells).toHaveLength(6);
    expect(placeBlock([["x"], ["y"]], at(0, 0, 2), size).cells).toHaveLength(2);
  });
  test("loses what falls outside, and counts it", () => {
    const { cells, outside } = placeBlock(
      [
        ["a", "b"],
        ["c", "d"],
      ],
      at(9, 3),
      size,
    );
    expect(cells).toEqual([{ row: 9, column: 3, text: "a" }]);
    expect(outside).toBe(3);
  });
});

test("the place in the grid never leaves it", () => {
  expect(clampCell({ row: 99, column: -5 }, { rows: 3, columns: 2 })).toEqual({ row: 2, column: -1 });
  expect(rangeOf({ row: 3, column: 2 }, { row: -1, column: 0 })).toEqual({
    top: 0,
    bottom: 3,
    left: 0,
    right: 2,
  });
});

test("all that match but one is all but one", () => {
  const all = toggleRow(ALL_ROWS, "a");
  expect([isSelected(all, "a"), isSelected(all, "b"), countSelected(all, 10)]).toEqual([false, true, 9]);
  expect(countSelected(toggleRow(NO_ROWS, "a"), 10)).toBe(1);
});
