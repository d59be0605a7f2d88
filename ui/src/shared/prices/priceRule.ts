/** A rule for prices, as its form has it. */
import type { PriceRule } from "../../bindings";

/**
 * Reads a typed price rule; null where nothing is typed. An ending alone changes prices that are otherwise
 * kept.
 */
export function readPriceRule(factor: number | string, cents: number | string): PriceRule | null {
  if (factor === "" && cents === "") return null;
  return { factor: factor === "" ? 1 : Number(factor), cents: cents === "" ? null : Number(cents) };
}
