// @vitest-environment node
import { expect, test } from "vitest";
import { readTsv, writeTsv } from "./tsv";

const BLOCKS: [string, string[][]][] = [
  [
    "plain cells",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  [
    "line breaks in a cell",
    [
      ["uma\nduas", "x"],
      ["y", "z"],
    ],
  ],
  [
    "tabs and quotes",
    [
      ["a\tb", 'diz "sim"'],
      ['"tudo"', ""],
    ],
  ],
  [
    "empty cells at the end",
    [
      ["a", ""],
      ["", ""],
    ],
  ],
  [
    "what a spreadsheet would run",
    [
      ["=1+1", "+55 11"],
      ["@SOMA(A1)", "'=x"],
    ],
  ],
  [
    "numbers, also negative ones",
    [
      ["-5", "1.234,56"],
      ["+3", "0"],
    ],
  ],
];

test.each(BLOCKS)("%s come back as they were", (_, block) => {
  expect(readTsv(writeTsv(block))).toEqual(block);
});

test("nothing that leaves runs in a spreadsheet, and numbers stay numbers", () => {
  expect(writeTsv([["=HYPERLINK(x)", "-5"]])).toBe("'=HYPERLINK(x)\t-5");
});

test("a cell of several lines from a spreadsheet is one cell", () => {
  expect(readTsv('nome\t"linha 1\r\nlinha ""2"""\r\noutro\t3\r\n')).toEqual([
    ["nome", 'linha 1\nlinha "2"'],
    ["outro", "3"],
  ]);
});

test("a quote that is never closed swallows nothing", () => {
  expect(readTsv('5" de cano\tx\n"aberto\ty')).toEqual([
    ['5" de cano', "x"],
    ['"aberto', "y"],
  ]);
});
