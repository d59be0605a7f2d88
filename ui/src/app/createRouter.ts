/**
 * The router of all pages. It can ask before a page is left by Back only where it knows how far Back
 * went, and for that each entry of the browser's history needs a number. The router numbers the entries
 * that it makes itself; an address that a person types, or a link from outside, makes one without.
 */
import { createHashRouter, type RouteObject } from "react-router";

/** The number of the entry that is open, under the name that the router gives it. */
let current = 0;

export function createRouter(routes: RouteObject[]): ReturnType<typeof createHashRouter> {
  // Before the router listens: it reads the number in the same event. Adding it again changes nothing.
  window.addEventListener("popstate", numberEntry);
  const router = createHashRouter(routes);
  current = indexOfEntry() ?? 0;
  router.subscribe(() => {
    current = indexOfEntry() ?? current;
  });
  return router;
}

/** An entry without a number is a new one: it stands behind the entry that was open. */
function numberEntry(): void {
  const known = indexOfEntry();
  if (known === null) {
    const state = window.history.state as object | null;
    window.history.replaceState({ ...state, idx: current + 1 }, "");
  }
}

function indexOfEntry(): number | null {
  const { idx } = (window.history.state ?? {}) as { idx?: unknown };
  return typeof idx === "number" ? idx : null;
}
