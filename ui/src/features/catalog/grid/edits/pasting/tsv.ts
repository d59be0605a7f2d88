/**
 * Blocks of cells as spreadsheets put them on the clipboard: lines of cells between tabs, quoted where
 * a cell holds a tab, a quote or a line break.
 */
import Papa from "papaparse";

export type Block = string[][];

/** What a spreadsheet would run gets an apostrophe, as in exports (crates/app import/reader/cell.rs). */
const RUNS = /^'*[=+\-@\t\r\n＝＋－＠]/;
const PLAIN_NUMBER = /^[-+]?\d+([.,]\d+)*$/;

export function writeTsv(block: Block): string {
  return Papa.unparse(
    block.map((row) => row.map(guardFormula)),
    { delimiter: "\t", newline: "\n" },
  );
}

export function readTsv(text: string): Block {
  const plain = text.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  const read = Papa.parse<string[]>(plain, { delimiter: "\t", newline: "\n" });
  // A quote that is never closed is a quote, not the beginning of everything that follows.
  const broken = read.errors.some(({ type }) => type === "Quotes");
  const rows = broken ? plain.split("\n").map((line) => line.split("\t")) : read.data;
  return rows.map((row) => row.map(unguardFormula));
}

function guardFormula(text: string): string {
  return RUNS.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
}

function unguardFormula(text: string): string {
  return text.startsWith("'") && RUNS.test(text.slice(1)) ? text.slice(1) : text;
}
