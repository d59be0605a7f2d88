import { seekFocus } from "../../../../lib/browser/seekFocus";

/** Id of the heading over both versions of a conflict. */
export const CONFLICT_ID = "item-conflict";

/**
 * Leads to both versions, or to the first field that the server refused. They may be drawn some time later: the page
 * asks first whose version it is. `refused` has the ids of the fields as they are then.
 */
export function seekConflict(refused: () => string[] = () => []): void {
  const places = () => [CONFLICT_ID, ...refused()].map((id) => document.getElementById(id));
  seekFocus({
    give: () =>
      places()
        .find((place) => place !== null)
        ?.focus(),
    holds: (element) => element !== null && places().includes(element as HTMLElement),
    takes: true,
  });
}
