import { expect, test } from "vitest";
import { quoteList, spellList, splitList } from "./tags";

const LISTS = [
  ["soja", "milho"],
  ["a, b"],
  ["a, b", "c"],
  ["a; b", "c|d"],
  ["2,4-D", "5, 10"],
  ['diz "sim"', '"todo"', '"', '";"'],
  ["[soja]", '["a"]'],
  [" com borda "],
];

test.each(LISTS.map((list) => [list]))("%j is read back as it was written", (list) => {
  expect(splitList(quoteList(list))).toEqual(list);
  expect(splitList(spellList(list))).toEqual(list);
});

test("a value that holds a separator is quoted, others are not", () => {
  expect(quoteList(["a, b", "2,4-D", 'tubo 5"', "c"])).toBe('"a, b"; 2,4-D; tubo 5"; c');
});

test.each([
  ['"a, b"; c; minha', ["a, b", "c", "minha"]],
  ['"a; b", c', ["a; b", "c"]],
  ["a, b", ["a", "b"]],
  ["a, b; c", ["a, b", "c"]],
  ["soja;; milho ;", ["soja", "milho"]],
  ['"meio; c', ['"meio', "c"]],
  ['"a" b; c', ['"a" b', "c"]],
  ['["a, b","c"]', ["a, b", "c"]],
])("%s is read", (text, list) => {
  expect(splitList(text)).toEqual(list);
});
