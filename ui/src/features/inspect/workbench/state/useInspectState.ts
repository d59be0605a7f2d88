/** The inspected search, read from the address and written to it. */
import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import type { SearchState } from "../../../../shared/search/searchState";
import { parseInspect, serializeInspect, type InspectState } from "../../../../shared/search/inspectState";

export type InspectStateHandle = {
  state: InspectState;
  /** Another search: a step of its own, to which Back returns. */
  change: (change: Partial<InspectState>) => void;
  /** Another look at the same search. */
  adjust: (change: Partial<InspectState>) => void;
  /** The same for what the search itself holds. */
  adjustSearch: (change: Partial<SearchState>) => void;
};

export function useInspectState(): InspectStateHandle {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => parseInspect(params), [params]);
  const write = useCallback(
    (change: Partial<InspectState>, replace: boolean) =>
      setParams((now) => serializeInspect({ ...parseInspect(now), ...change }), { replace }),
    [setParams],
  );
  return useMemo(
    () => ({
      state,
      change: (change) => write(change, false),
      adjust: (change) => write(change, true),
      adjustSearch: (change) => write({ search: { ...state.search, ...change } }, true),
    }),
    [state, write],
  );
}
