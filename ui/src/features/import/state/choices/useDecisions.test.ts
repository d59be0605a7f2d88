import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { cellKey, valueKey } from "../../columns/targets";
import { LEAVE_OUT } from "../../preview/leaveOut";
import { NO_DECISIONS, useDecisions, type Merge } from "./useDecisions";

const merge = (from: string, to = "Bayer"): Merge => ({ field: "manufacturer", from, to });

test("of two corrections of a cell the later one counts", () => {
  const { result } = renderHook(() => useDecisions());
  act(() => void result.current.fix(3, "Preço", "12"));
  act(() => void result.current.fix(3, "Preço", "13"));
  const { fixes } = result.current.decided;
  expect([...fixes]).toEqual([[cellKey(3, "Preço"), { row: 3, column: "Preço", value: "13" }]]);
});

test("what is asked next holds the merge already, and keeps what was decided before", () => {
  const { result } = renderHook(() => useDecisions());
  act(() => void result.current.fix(3, "Preço", "12"));
  act(() => {
    const next = result.current.merge([merge("BAYER")], []);
    expect(next.merges.get(valueKey("manufacturer", "BAYER"))).toEqual(merge("BAYER"));
    expect(next.fixes.size).toBe(1);
  });
  expect(result.current.decided.merges.size).toBe(1);
});

test("a merge that is taken back lets the value in as it is", () => {
  const { result } = renderHook(() => useDecisions());
  act(() => void result.current.merge([merge("BAYER"), merge("Baier")], []));
  act(() => void result.current.merge([], [merge("Baier")]));
  expect([...result.current.decided.merges.values()]).toEqual([merge("BAYER")]);
});

test("what is chosen of a value counts until it is merged", () => {
  const { result } = renderHook(() => useDecisions());
  const key = valueKey("manufacturer", "BAYER");
  act(() => result.current.chooseMerge(key, { to: "Bayer S.A.", merged: true }));
  expect(result.current.pending).toBe(1);
  act(() => void result.current.merge([merge("BAYER", "Bayer S.A.")], []));
  expect([result.current.pending, result.current.decided.mergeChoices.size]).toEqual([1, 0]);
  act(() => result.current.chooseMerge(key, { to: "x", merged: false }));
  act(() => result.current.chooseMerge(key, null));
  expect(result.current.pending).toBe(1);
});

test("a correction made together with a merge is not lost", () => {
  const { result } = renderHook(() => useDecisions());
  act(() => {
    result.current.fix(1, "Nome", "Ureia");
    result.current.merge([merge("BAYER")], []);
  });
  expect(result.current.decided.fixes.size).toBe(1);
  expect(result.current.decided.merges.size).toBe(1);
});

test("other columns begin without any decision", () => {
  const { result } = renderHook(() => useDecisions());
  act(() => void result.current.fix(1, "Nome", "Ureia"));
  act(() => result.current.decideAnew());
  expect(result.current.decided.fixes.size).toBe(0);
  expect(result.current.decided.leaveOut).toEqual(LEAVE_OUT);
});

test("what a profile has kept is merged, waits for nothing, and is taken apart like any other", () => {
  const { result } = renderHook(() => useDecisions());
  const kept = [merge("BAYER"), merge("Baier")];
  const said = {
    ...NO_DECISIONS,
    merges: new Map([[valueKey("manufacturer", "Baier"), merge("Baier", "B.")]]),
  };
  act(() => result.current.decideAnew(said, kept));
  expect([...result.current.decided.merges.values()]).toEqual([merge("BAYER"), merge("Baier", "B.")]);
  expect(result.current.pending).toBe(1);
  act(() => result.current.decideAnew(NO_DECISIONS, kept));
  expect(result.current.pending).toBe(0);
  act(() => void result.current.merge([], [merge("BAYER")]));
  expect([...result.current.decided.merges.values()]).toEqual([merge("Baier")]);
});
