import { CancelledError } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { OrderChanged } from "./listedRows";
import type { GridRows } from "./useGridRows";
import { useRowsFailure } from "./useRowsFailure";

const refresh = vi.fn(() => Promise.resolve());

test("rows that the page itself let go of are no failure, another order lists anew", () => {
  const { result } = renderHook(() => useRowsFailure({ refresh } as unknown as GridRows, () => {}));
  expect(() => result.current(new CancelledError())).not.toThrow();
  expect(() => result.current(new DOMException("gone", "AbortError"))).not.toThrow();
  expect(refresh).not.toHaveBeenCalled();
  expect(() => result.current(new TypeError("a mistake"))).toThrow("a mistake");
  result.current(new OrderChanged());
  expect(refresh).toHaveBeenCalledOnce();
});
