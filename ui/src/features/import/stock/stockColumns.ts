/** What the columns of a file of stock hold, as a person chooses it. */
import type { Data, Req } from "../../../api/command";

export type StockFile = Data<"stockFileColumns">;
export type StockOutcome = Data<"previewStockFile">;
export type StockRequest = Req<"previewStockFile">;
export type StockColumn = NonNullable<StockFile["columns"][number]["column"]>;

/** In the order in which they are offered. */
export const STOCK_COLUMNS: readonly StockColumn[] = [
  "code",
  "ean",
  "name",
  "package",
  "place",
  "quantity",
  "unit",
  "countedAt",
];
/** By one of these the product is known. */
const KEYS: readonly StockColumn[] = ["code", "ean", "name"];

/** Says what a column holds, or that it holds nothing; no two hold one thing. */
export function chooseColumn(
  columns: StockFile["columns"],
  at: number,
  chosen: StockColumn | null,
): StockFile["columns"] {
  return columns.map((column) => {
    if (column.at === at) return { ...column, column: chosen };
    return column.column === chosen ? { ...column, column: null } : column;
  });
}

/** What no column holds and a list of stock needs: the quantity, and what it is of. */
export function missingColumns(columns: StockFile["columns"]): ("quantity" | "key")[] {
  const has = (wanted: StockColumn) => columns.some(({ column }) => column === wanted);
  return [...(has("quantity") ? [] : ["quantity" as const]), ...(KEYS.some(has) ? [] : ["key" as const])];
}

/** As the program is told. */
export function listChoices(columns: StockFile["columns"]): NonNullable<StockRequest["columns"]> {
  return columns.flatMap(({ at, column }) => (column === null ? [] : [{ at, column }]));
}
