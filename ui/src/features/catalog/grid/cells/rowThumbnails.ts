/** The small pictures of the rows in view, by item: asked for once a page and only where their column is shown. */
import { createContext } from "react";
import type { Layout } from "../../../../shared/filters/columns";
import { useThumbnailLists, type Thumbnails } from "../../../../shared/pictures/thumbnails";
import { PAGE, rangeBetween, type GridRows } from "../state/rows/useGridRows";

export const RowThumbnails = createContext<Thumbnails>({});

/** Loads the thumbnails of the sheet's rows, for [`RowThumbnails`]. */
export function useRowThumbnails(rows: GridRows, pages: readonly number[], layout: Layout): Thumbnails {
  const isShown = layout.some(({ column }) => column === "images");
  const idsOf = (page: number) =>
    rangeBetween(page * PAGE, page * PAGE + PAGE - 1).flatMap((at) => rows.rowAt(at)?.item.id ?? []);
  return useThumbnailLists(isShown ? pages.map(idsOf) : []);
}
