import { seekFocus } from "../../../../lib/browser/seekFocus";

/** Of the heading over both versions. */
export const CONFLICT_ID = "item-conflict";

/** Leads to both versions; they may be drawn some time later: the page asks first whose version it is. */
export function seekConflict(): void {
  seekFocus({
    give: () => document.getElementById(CONFLICT_ID)?.focus(),
    holds: (element) => element?.id === CONFLICT_ID,
    takes: true,
  });
}
