/** The stock of the rows in view, by item: asked for once a page and only where its column is shown. */
import { useQueries, type QueryFunctionContext } from "@tanstack/react-query";
import { createContext } from "react";
import { call, type Data } from "../../../../api/command";
import { useLanguage } from "../../../../i18n/language";
import type { Layout } from "../../../../shared/filters/columns";
import { PAGE, rangeBetween, type GridRows } from "../state/rows/useGridRows";

type Totals = Data<"listStockTotals">;
type StockByItem = Readonly<Record<string, Totals[number]["stock"]>>;

export const RowStock = createContext<StockByItem>({});

/** Loads the stock levels of the sheet's rows, for [`RowStock`]. */
export function useRowStock(rows: GridRows, pages: readonly number[], layout: Layout): StockByItem {
  const language = useLanguage();
  const isShown = layout.some(({ column }) => column === "stock");
  const idsOf = (page: number) =>
    rangeBetween(page * PAGE, page * PAGE + PAGE - 1).flatMap((at) => rows.rowAt(at)?.item.id ?? []);
  return useQueries({
    queries: (isShown ? pages.map(idsOf) : []).map((items) => ({
      queryKey: ["listStockTotals", language, { items }],
      queryFn: ({ signal }: QueryFunctionContext) => call("listStockTotals", { items }, signal),
      enabled: items.length > 0,
      // The rest of the rows is read without it too.
      retry: false,
    })),
    combine: (answers): StockByItem =>
      Object.fromEntries(
        answers.flatMap(({ data }) => data ?? []).map(({ itemId, stock }) => [itemId, stock]),
      ),
  });
}
