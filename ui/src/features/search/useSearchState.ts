/** The search of this page, read from the address and written to it. */
import { useCallback, useLayoutEffect, useMemo, useRef } from "react";
import { useNavigate, useSearchParams } from "react-router";
import type { Kind } from "../../api/types";
import { parseState, serializeState, type SearchState } from "../../shared/search/searchState";

export type Change = Partial<SearchState>;

export type SearchStateHandle = {
  state: SearchState;
  /** A step of its own: Back returns to what was there before. */
  change: (change: Change) => void;
  /** Typing: the first letters make a step, the rest of the word rewrites it. */
  type: (query: string) => void;
  /** Moves along without leaving a step (the open hit while stepping through the list). */
  adjust: (change: Change) => void;
  /** Opens something over the page: Back closes it. */
  enter: (change: Change) => void;
  /** Closes it again: takes the step back that `enter` made, or rewrites an address opened as such. */
  leave: (change: Change) => void;
};

export function useSearchState(kind: Kind): SearchStateHandle {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const typing = useRef(false);
  const entered = useRef(false);
  const state = useMemo(() => parseState(params, kind), [params, kind]);
  // Two changes may come before the address is read again: the second builds on the first.
  const latest = useRef(state);
  useLayoutEffect(() => {
    latest.current = state;
  }, [state]);

  const write = useCallback(
    (change: Change, replace: boolean) => {
      latest.current = { ...latest.current, ...change };
      setParams(serializeState(latest.current), { replace });
    },
    [setParams],
  );

  const change = useCallback(
    (step: Change) => {
      typing.current = false;
      entered.current = false;
      write(step, false);
    },
    [write],
  );
  const type = useCallback(
    (query: string) => {
      write({ query, open: null, why: null, against: null }, typing.current);
      typing.current = true;
    },
    [write],
  );
  const adjust = useCallback((step: Change) => write(step, true), [write]);
  const enter = useCallback(
    (step: Change) => {
      change(step);
      entered.current = true;
    },
    [change],
  );
  const leave = useCallback(
    (step: Change) => {
      if (entered.current) void navigate(-1);
      else write(step, true);
      entered.current = false;
    },
    [navigate, write],
  );

  return useMemo(
    () => ({ state, change, type, adjust, enter, leave }),
    [state, change, type, adjust, enter, leave],
  );
}
