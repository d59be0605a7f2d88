/** What is known of the stock of an item, in one word. */
import type { Filters } from "../../api/types";

export type StockState = NonNullable<Filters["stock"]>[number];

export const STOCK_STATES = ["out", "some", "unknown"] as const satisfies readonly StockState[];

export function isStockState(value: string): value is StockState {
  return (STOCK_STATES as readonly string[]).includes(value);
}
