/** Text, conditions and order of the grid, read from the address and written to it. */
import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import { parseGridState, writeGridState, type GridState } from "../../../../shared/filters/gridState";

export function useGridState(): [GridState, (change: Partial<GridState>) => void] {
  const [params, setParams] = useSearchParams();
  // The item that is open is part of the address too: it makes no new state.
  const own = writeGridState(new URLSearchParams(), parseGridState(params)).toString();
  const state = useMemo(() => parseGridState(new URLSearchParams(own)), [own]);
  const change = useCallback(
    (part: Partial<GridState>) =>
      setParams((current) => writeGridState(current, { ...parseGridState(current), ...part }), {
        replace: true,
      }),
    [setParams],
  );
  return [state, change];
}
