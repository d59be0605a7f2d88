/** Work that is too large: for one request, or for what the browser keeps over a reload. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { leanWork } from "./work/leanWork";
import { cutHead } from "./sending/pieces";
import { requestOf } from "./sending/settling";
import {
  addEdit,
  addHeld,
  countPending,
  newBlock,
  newWrites,
  NO_WORK,
  type TypedCell,
  type Work,
} from "./work/work";
import { readWork, storeWork } from "./work/workStorage";

const cell = (id: string, text: string): TypedCell => ({
  id,
  name: id,
  column: "description",
  text,
  value: text,
  seen: null,
  version: 1,
});
const count = (act: string, cells: number) => `${act} ${String(cells)}`;
const write = (cells: readonly TypedCell[], id = "a") => newWrites("paste", cells, id, "paste");
const workOf = (...cells: readonly TypedCell[]) => write(cells).reduce<Work>(addEdit, NO_WORK);
const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

describe("a write that is too large for one request", () => {
  // 16 kB of text each that takes twice as many bytes.
  const cells = Array.from({ length: 300 }, (_, at) => cell(`i${String(at)}`, "é".repeat(8_000)));

  test("goes in pieces far below what the program takes, each named by its own cells", () => {
    let ids = 0;
    const { steps } = cutHead(workOf(...cells), count, () => `new${String((ids += 1))}`);
    expect(steps.length).toBeGreaterThan(4);
    const writes = steps.flatMap((step) => (step.kind === "write" ? [step] : []));
    for (const one of writes) {
      expect(bytesOf(requestOf(one, "catalog"))).toBeLessThan(1_100_000);
      expect(one.label).toBe(`paste ${String(one.cells.length)}`);
    }
    expect(writes.flatMap((one) => one.cells)).toEqual(cells);
    expect(new Set(writes.map(({ operationId }) => operationId)).size).toBe(writes.length);
    expect(writes[0]?.operationId).toBe("a");
  });

  test("leaves a cell that is too large by itself alone", () => {
    const large = cell("large", "x".repeat(2_500_000));
    const { steps } = cutHead(workOf(cell("i1", "1"), large, cell("i2", "2")), count);
    expect(steps.map((step) => ("cells" in step ? step.cells.map(({ id }) => id) : []))).toEqual([
      ["i1"],
      ["large"],
      ["i2"],
    ]);
  });

  test("stays as it was sent", () => {
    const sent = { ...NO_WORK, steps: write(cells).map((one) => ({ ...one, sent: true })) };
    expect(cutHead(sent, count)).toBe(sent);
  });
});

describe("work that the browser has no room for", () => {
  afterEach(() => {
    vi.restoreAllMocks();
    sessionStorage.clear();
  });
  /** So many characters have room. */
  const giveRoom = (most: number) => {
    const setItem = sessionStorage.setItem.bind(sessionStorage);
    vi.spyOn(Storage.prototype, "setItem").mockImplementation((key: string, value: string) => {
      if (value.length > most) throw new DOMException("full", "QuotaExceededError");
      setItem(key, value);
    });
  };
  const older = workOf(cell("i1", "velho"), cell("i2", "curto"));
  const newer = write([cell("i1", "novo".repeat(100_000))], "b").reduce<Work>(addEdit, older);

  test("leaves nothing older of a cell to come back, and keeps the others", () => {
    expect(storeWork("db", older)).toBe(true);
    giveRoom(60_000);
    expect(storeWork("db", newer)).toBe(false);
    const kept = readWork("db").steps.flatMap((step) => ("cells" in step ? step.cells : []));
    expect(kept.map(({ id, text }) => [id, text])).toEqual([["i2", "curto"]]);
  });

  test("leaves nothing at all where there is no room for any", () => {
    expect(storeWork("db", older)).toBe(true);
    giveRoom(0);
    expect(storeWork("db", newer)).toBe(false);
    expect(readWork("db")).toEqual(NO_WORK);
  });

  test("keeps cells that wait for a person by the same measure", () => {
    const held = addHeld(older, [{ ...cell("i3", "x".repeat(9_000)), state: "wrong", message: "?" }]);
    expect(leanWork(held, 1_000)?.held).toEqual([]);
    expect(leanWork(held, 20_000)?.held).toHaveLength(1);
  });
});

test("of blocks that overlap each cell is counted once", () => {
  const listingOf = (from: number, to: number, seen: readonly { at: number; id: string }[] = []) => ({
    query: { text: "x" },
    from,
    to,
    total: 900,
    seen,
  });
  const places = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => ({ row: from + at, column: "description", text: "7" }));
  const reserve = (work: Work, id: string, part: Omit<Parameters<typeof newBlock>[1], "label">) =>
    addEdit(work, newBlock(work, { label: "paste", ...part }, id));
  const first = reserve(NO_WORK, "a", { listing: listingOf(0, 9), cells: [], rest: places(0, 9) });
  // Of the second, row 5 is in sight.
  const seen = [{ at: 5, id: "i5" }];
  const both = reserve(first, "b", {
    listing: listingOf(5, 14, seen),
    cells: [cell("i5", "7")],
    rest: places(6, 14),
  });
  expect(countPending(both, true)).toMatchObject({ cells: 15, total: 15 });
});
