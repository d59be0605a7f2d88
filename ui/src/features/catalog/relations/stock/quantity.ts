/** Quantities as people type them, as crates/domain/src/catalog/stock/quantity.rs reads them. */
import { readNumber, type Amount } from "../../../../lib/amount";

/** Range of a stock quantity, as the program writes it. */
export const QUANTITIES = "0..999999999999.999";
const MOST = 1e12;

/** Reads a stock quantity: 0 and more, below 10^12, at most three decimals. */
export function readQuantity(text: string): Amount {
  const read = readNumber(text);
  if ("problem" in read) return read;
  const decimals = /\.(\d*?)0*$/.exec(read.plain)?.[1] ?? "";
  if (read.value < 0 || read.value >= MOST || decimals.length > 3) return { problem: "out_of_range" };
  return { value: Math.abs(read.value) };
}
