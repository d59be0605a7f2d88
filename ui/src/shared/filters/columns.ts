/** Columns of the grid and their layout: which are visible, in which order, how wide. */
import { readStored, writeStored } from "../../lib/storage";

export type ColumnKind =
  | "text"
  | "list"
  | "status"
  | "price"
  | "number"
  | "time"
  | "share"
  | "packages"
  | "picture"
  | "stock"
  | "attribute";

export type ColumnPlace = { column: string; width: number };
/** From left to right. */
export type Layout = readonly ColumnPlace[];

type FixedColumn = { kind: ColumnKind; width: number; written: boolean };

const FIXED: Record<string, FixedColumn> = {
  name: { kind: "text", width: 280, written: true },
  images: { kind: "picture", width: 64, written: false },
  completeness: { kind: "share", width: 110, written: false },
  category: { kind: "text", width: 160, written: true },
  manufacturer: { kind: "text", width: 180, written: true },
  price: { kind: "price", width: 110, written: true },
  packages: { kind: "packages", width: 240, written: false },
  stock: { kind: "stock", width: 190, written: false },
  status: { kind: "status", width: 104, written: true },
  tags: { kind: "list", width: 220, written: true },
  description: { kind: "text", width: 320, written: true },
  notes: { kind: "text", width: 240, written: true },
  currency: { kind: "text", width: 80, written: true },
  externalId: { kind: "text", width: 130, written: true },
  updatedAt: { kind: "time", width: 150, written: false },
  createdAt: { kind: "time", width: 150, written: false },
  version: { kind: "number", width: 80, written: false },
};

export const FIXED_COLUMNS: readonly string[] = Object.keys(FIXED);
export const MIN_WIDTH = 56;
export const MAX_WIDTH = 900;
const ATTRIBUTE_WIDTH = 170;
const STORED_AS = "celeiro.grid.layout";

export const USUAL_LAYOUT: Layout = [
  "name",
  "completeness",
  "status",
  "category",
  "manufacturer",
  "price",
  "tags",
  "description",
  "externalId",
  "updatedAt",
].map((column) => ({ column, width: usualWidth(column) }));

export function kindOf(column: string): ColumnKind {
  return FIXED[column]?.kind ?? "attribute";
}

/** Whether the column's cells are editable; other columns are counts, or edited in the form. */
export function isWritten(column: string): boolean {
  return FIXED[column]?.written ?? column.startsWith("attributes.");
}

/** Whether the grid sorts and filters by the column: packages and pictures are display only. */
export function isQueried(column: string): boolean {
  return !["packages", "picture"].includes(kindOf(column));
}

/** Whether exports include the grid's column: pictures are left out. */
export function isExported(column: string): boolean {
  return kindOf(column) !== "picture";
}

export function usualWidth(column: string): number {
  return FIXED[column]?.width ?? ATTRIBUTE_WIDTH;
}

export function isColumn(column: string): boolean {
  return column in FIXED || column.startsWith("attributes.");
}

export function resizeColumn(layout: Layout, column: string, width: number): Layout {
  const fit = Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)));
  return layout.map((place) => (place.column === column ? { ...place, width: fit } : place));
}

/** Moves a column by `by` places; it stops at the edge. */
export function moveColumn(layout: Layout, column: string, by: number): Layout {
  const from = layout.findIndex((place) => place.column === column);
  const to = Math.max(0, Math.min(layout.length - 1, from + by));
  const place = layout[from];
  if (!place || from === to) return layout;
  const rest = layout.filter((one) => one !== place);
  return [...rest.slice(0, to), place, ...rest.slice(to)];
}

/** Shows a column at the end, or hides it; the last visible column cannot be hidden. */
export function toggleColumn(layout: Layout, column: string): Layout {
  if (!layout.some((place) => place.column === column))
    return [...layout, { column, width: usualWidth(column) }];
  return layout.length === 1 ? layout : layout.filter((place) => place.column !== column);
}

export function storedLayout(): Layout {
  try {
    const stored: unknown = JSON.parse(readStored(STORED_AS) ?? "null");
    const layout = readLayout(stored);
    return layout.length > 0 ? layout : USUAL_LAYOUT;
  } catch {
    return USUAL_LAYOUT;
  }
}

export function storeLayout(layout: Layout): void {
  writeStored(STORED_AS, JSON.stringify(layout));
}

/** Parses a stored layout: unknown parts are dropped, each column occurs once. */
export function readLayout(stored: unknown): Layout {
  if (!Array.isArray(stored)) return [];
  const seen = new Set<string>();
  return stored.flatMap((place: unknown): ColumnPlace[] => {
    const { column, width } = (place ?? {}) as { column?: unknown; width?: unknown };
    if (typeof column !== "string" || !isColumn(column) || seen.has(column)) return [];
    seen.add(column);
    const fit =
      typeof width === "number" ? Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)) : usualWidth(column);
    return [{ column, width: fit }];
  });
}
