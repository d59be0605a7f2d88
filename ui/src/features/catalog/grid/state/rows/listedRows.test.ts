// @vitest-environment node
import { describe, expect, test } from "vitest";
import { item } from "../../../../../test/records";
import { OrderChanged, readListing, type Listing } from "./listedRows";

const row = (id: string) => ({ item: item(id), completeness: 0, missing: [], deleted: false });
const numberItems = (count: number) => Array.from({ length: count }, (_, at) => `i${at}`);
const listing = (part: Partial<Listing>): Listing => ({
  query: {},
  from: 0,
  to: 999,
  total: 2_000,
  seen: [],
  ...part,
});

/** A list that `change` makes another before the request of that number is answered, from 1 on. */
function listThat(change: (ids: string[], request: number) => string[]) {
  let ids = numberItems(2_000);
  let requests = 0;
  const ask = ({ offset, limit }: { offset?: number | null; limit?: number | null }) => {
    requests += 1;
    ids = change(ids, requests);
    const part = ids.slice(offset ?? 0, (offset ?? 0) + (limit ?? 0));
    return Promise.resolve({ rows: part.map(row), total: ids.length, averageCompleteness: 0 });
  };
  return { ask, count: () => requests };
}
const idsOf = (rows: Awaited<ReturnType<typeof readListing>>) => rows.map(({ item }) => item.id);
/** The first row goes behind all others. */
const turn = (ids: string[]) => [...ids.slice(1), ...ids.slice(0, 1)];

describe("rows that are read in several answers", () => {
  test("are read again where the order changes between two, so that none is skipped or doubled", async () => {
    const list = listThat((ids, request) => (request === 2 ? turn(ids) : ids));
    const ids = idsOf(await readListing(list.ask, listing({})));
    expect(ids).toEqual(numberItems(1_001).slice(1));
  });

  test("are read again where a row out of the block takes the place of one that was read", async () => {
    const swap = (ids: string[]) => ids.map((id) => ({ i3: "i1500", i1500: "i3" })[id] ?? id);
    const list = listThat((ids, request) => (request === 2 ? swap(ids) : ids));
    expect(idsOf(await readListing(list.ask, listing({})))[3]).toBe("i1500");
  });

  test("are given up where the order never rests", async () => {
    const list = listThat(turn);
    await expect(readListing(list.ask, listing({}))).rejects.toBeInstanceOf(OrderChanged);
  });
});

describe("rows of which none was seen", () => {
  test("are held to the rows nearest to them", async () => {
    const seen = [{ at: 99, id: "i99" }];
    const part = { from: 200, to: 299, seen };
    const steady = listThat((ids) => ids);
    expect(idsOf(await readListing(steady.ask, listing(part)))[0]).toBe("i200");
    const turned = listThat((ids, request) => (request === 1 ? turn(ids) : ids));
    await expect(readListing(turned.ask, listing(part))).rejects.toBeInstanceOf(OrderChanged);
  });

  test("are held to how many there were", async () => {
    const shorter = listThat((ids, request) => (request === 1 ? ids.slice(1) : ids));
    const part = { from: 200, to: 299 };
    await expect(readListing(shorter.ask, listing(part))).rejects.toBeInstanceOf(OrderChanged);
  });
});
