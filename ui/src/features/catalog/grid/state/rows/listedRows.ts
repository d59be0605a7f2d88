/**
 * Rows as the program lists them now, at the places where a person saw a list: all of them in one and the
 * same order, or none. What is written by place would reach other rows otherwise.
 */
import type { Data } from "../../../../../api/command";
import type { GridQuery } from "../../../../../shared/filters/gridState";
import type { GridRow } from "../../cells/cells";

/** The program gives no more rows at once. */
const CHUNK = 500;
/** How often a list is read that changes while it is read. */
const READINGS = 4;

type Page = Data<"grid">;
type AskPage = (page: GridQuery) => Promise<Page>;

/** Rows stand elsewhere now than a person saw them: what was meant for one would reach another. */
export class OrderChanged extends Error {}

/** Places of a list, and what a person saw of its order. Plain data: it is kept over a reload. */
export type Listing = {
  query: GridQuery;
  /** Both included. */
  from: number;
  to: number;
  /** How many rows there were. */
  total: number;
  /** Rows that were there, among the places or nearest to them. */
  seen: readonly { at: number; id: string }[];
};

/** Rejects with `OrderChanged` where the list is not the one that was seen, or changes with every reading. */
export async function readListing(ask: AskPage, listing: Listing): Promise<GridRow[]> {
  const { from, to, query, total, seen } = listing;
  const rows = await readSteadily(ask, listing);
  const idAt = async (at: number): Promise<string | undefined> => {
    if (at >= from && at <= to) return rows[at - from]?.item.id;
    const page = await ask({ ...query, offset: at, limit: 1 });
    if (page.total !== total) throw new OrderChanged();
    return page.rows[0]?.item.id;
  };
  for (const { at, id } of seen) if ((await idAt(at)) !== id) throw new OrderChanged();
  return rows;
}

/** One answer is of one moment; of several, the order is steady where two readings give the same. */
async function readSteadily(ask: AskPage, listing: Listing): Promise<GridRow[]> {
  let rows = await readOnce(ask, listing);
  if (rows.length <= CHUNK) return rows;
  for (let reading = 1; reading < READINGS; reading++) {
    const again = await readOnce(ask, listing);
    if (again.every(({ item }, at) => item.id === rows[at]?.item.id)) return again;
    rows = again;
  }
  throw new OrderChanged();
}

async function readOnce(ask: AskPage, { query, from, to, total }: Listing): Promise<GridRow[]> {
  const rows: GridRow[] = [];
  for (let offset = from; offset <= to; offset += CHUNK) {
    const page = await ask({ ...query, offset, limit: Math.min(CHUNK, to - offset + 1) });
    if (page.total !== total) throw new OrderChanged();
    rows.push(...page.rows);
  }
  if (rows.length !== to - from + 1) throw new OrderChanged();
  return rows;
}
