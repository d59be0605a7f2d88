/** What the columns of a file of stock hold, as a person chooses it. */
import type { Data, Req } from "../../../api/command";
import { textLimits } from "../../../bindings";

export type StockFile = Data<"stockFileColumns">;
export type StockOutcome = Data<"previewStockFile">;
export type StockRequest = Req<"previewStockFile">;
export type StockColumn = NonNullable<StockFile["columns"][number]["column"]>;

/** Columns of a stock list, in the order in which they are offered. */
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

/** What a column may be said to hold: one of these, or how much there is at a place that the column names. */
export type StockTarget = StockColumn | "quantityAt";
export const STOCK_TARGETS: readonly StockTarget[] = STOCK_COLUMNS.flatMap((column) =>
  column === "quantity" ? [column, "quantityAt" as const] : [column],
);

type Column = StockFile["columns"][number];

/** Whether a column is of one place; the name of that may be blank while it is written. */
export function isOfPlace(column: Column): column is Column & { place: string } {
  return typeof column.place === "string";
}

export function targetOf(column: Column): StockTarget | null {
  return isOfPlace(column) ? "quantityAt" : column.column;
}

/**
 * Says what a column holds, or that it holds nothing; no two hold one thing, but several may hold quantities where each is
 * of a place. Then no other says a place or a sum of them.
 */
export function chooseColumn(
  columns: StockFile["columns"],
  at: number,
  chosen: StockTarget | null,
): StockFile["columns"] {
  return columns.map((column) => {
    if (column.at === at)
      return chosen === "quantityAt"
        ? {
            ...column,
            column: "quantity",
            place:
              column.name === defaultColumnName(at) ? "" : column.name.trim().slice(0, textLimits.stockPlace),
          }
        : { ...column, column: chosen, place: null };
    return excludes(chosen, targetOf(column)) ? { ...column, column: null, place: null } : column;
  });
}

/** Corrects the place of stock that a column of the file belongs to. */
export function namePlace(columns: StockFile["columns"], at: number, place: string): StockFile["columns"] {
  return columns.map((column) => (column.at === at ? { ...column, place } : column));
}

/** Whether two columns are said to be of one place, or one of a place without a name. */
export function hasUnclearPlaces(columns: StockFile["columns"]): boolean {
  const places = columns.filter(isOfPlace).map(({ place }) => place.trim().toLowerCase());
  return places.some((place) => place === "") || new Set(places).size < places.length;
}

/** Name of a stock file's column without a name, as the program calls it. */
export function defaultColumnName(at: number): string {
  return `column_${at + 1}`;
}

/** Whether what is chosen for one column leaves no room for what another holds. */
function excludes(chosen: StockTarget | null, other: StockTarget | null): boolean {
  if (chosen === null || other === null) return false;
  if (chosen === "quantityAt") return other === "quantity" || other === "place";
  if (chosen === "quantity" || chosen === "place") return other === chosen || other === "quantityAt";
  return other === chosen;
}

/** What no column holds and a list of stock needs: the quantity, and what it is of. */
export function missingColumns(columns: StockFile["columns"]): ("quantity" | "key")[] {
  const has = (wanted: StockColumn) => columns.some(({ column }) => column === wanted);
  return [...(has("quantity") ? [] : ["quantity" as const]), ...(KEYS.some(has) ? [] : ["key" as const])];
}

/** Lists the chosen columns of the stock file for the request. */
export function listChoices(columns: StockFile["columns"]): NonNullable<StockRequest["columns"]> {
  return columns.flatMap((one) => {
    const { at, column } = one;
    if (column === null) return [];
    return [isOfPlace(one) ? { at, column, place: one.place.trim() } : { at, column }];
  });
}
