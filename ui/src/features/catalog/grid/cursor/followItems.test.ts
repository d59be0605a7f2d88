// @vitest-environment node
import { expect, test } from "vitest";
import { followItems, type ListedItems, type Place } from "./followItems";

const listItems = (ids: string, part: Partial<ListedItems> = {}): ListedItems => ({
  idAt: (index) => ids[index] ?? null,
  placeOf: (id) => (ids.includes(id) ? ids.indexOf(id) : null),
  total: ids.length,
  isCurrent: true,
  isCertain: true,
  ...part,
});
const cell = (row: number, column = 0) => ({ row, column });
/** The cursor in row 2 of `abcde`, a block of two columns and two rows below it. */
const block: Place = { active: cell(2), anchor: cell(3, 1), activeId: "c", anchorId: "d" };
const rowsOf = ({ active, anchor, activeId }: Place) => [active.row, anchor.row, activeId];

test("rows that did not move leave the very same place", () => {
  expect(followItems(block, listItems("abcde")).place).toBe(block);
  const header = { ...block, active: cell(-1) };
  expect(followItems(header, listItems("xabcde")).place).toBe(header);
});

test.each([
  ["xabcde", [3, 4, "c"]],
  ["bcde", [1, 2, "c"]],
  // The other corner went elsewhere: the block would hold rows that are not selected.
  ["abcxyde", [2, 2, "c"]],
  ["dabce", [3, 3, "c"]],
])("in %s the block stands at %j", (ids, expected) => {
  const { place, isGone } = followItems(block, listItems(ids));
  expect([rowsOf(place), isGone]).toEqual([expected, false]);
});

test("an item that is listed no more leaves the cursor at its row, with the item there", () => {
  const gone = followItems(block, listItems("abde"));
  expect([rowsOf(gone.place), gone.isGone]).toEqual([[2, 2, "d"], true]);
  expect(rowsOf(followItems(block, listItems("ab")).place)).toEqual([1, 1, "b"]);
  expect(rowsOf(followItems(block, listItems("")).place)).toEqual([0, 0, null]);
});

test("while rows are read, an item that is not found is awaited", () => {
  expect(followItems(block, listItems("abde", { isCertain: false })).place).toBe(block);
});

test("a row that is not read yet is taken once it is, unless it answers the question before", () => {
  const unread: Place = { active: cell(1), anchor: cell(1), activeId: null, anchorId: null };
  expect(followItems(unread, listItems("ab", { isCurrent: false })).place).toBe(unread);
  expect(rowsOf(followItems(unread, listItems("ab")).place)).toEqual([1, 1, "b"]);
});
