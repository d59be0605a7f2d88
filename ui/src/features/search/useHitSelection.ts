/** Which hit is touched, opened and taken apart, and the ways from one to the other. */
import { useState } from "react";
import type { Kind } from "../../api/types";
import { rememberQuery } from "./query/recentQueries";
import type { SearchStateHandle } from "./useSearchState";

type Input = {
  kind: Kind;
  handle: SearchStateHandle;
  /** The hits in their order. */
  ids: readonly string[];
  /** The breakdown stands beside the list: to look at another is no step. */
  panelBeside: boolean;
  /** The breakdown follows the list unasked, until it is closed. */
  panelByItself: boolean;
  /** The search was made on purpose. */
  settle: () => void;
};

export function useHitSelection({ kind, handle, ids, panelBeside, panelByItself, settle }: Input) {
  const { state, adjust, enter, leave } = handle;
  const [touched, setTouched] = useState<string | null>(null);
  const [dismissed, setDismissed] = useState(false);
  const active = touched !== null && ids.includes(touched) ? touched : null;
  const unasked = panelByItself && !dismissed ? (active ?? ids[0] ?? null) : null;

  const settleSearch = () => {
    rememberQuery(kind, state.query.trim());
    settle();
  };
  const closePanel = () => {
    setDismissed(true);
    if (state.why === null) return;
    if (panelBeside) adjust({ why: null, against: null });
    else leave({ why: null, against: null });
  };
  return {
    active,
    inspected: state.why ?? unasked,
    activate: (id: string) => {
      setTouched(id);
      if (state.why !== null && state.why !== id) adjust({ why: id });
      if (state.open !== null && state.open !== id) adjust({ open: id });
    },
    open: (id: string) => {
      settleSearch();
      enter({ open: id });
    },
    inspect: (id: string) => {
      settleSearch();
      setTouched(id);
      setDismissed(false);
      if (state.why === id && state.open === null) closePanel();
      else if (panelBeside || state.open !== null) adjust({ why: id, open: null });
      else enter({ why: id });
    },
    closePanel,
  };
}

export type HitSelection = ReturnType<typeof useHitSelection>;
