/** Gives the focus to a place that may still be drawn or hidden when it is asked to take it. */

const BETWEEN_LOOKS_MS = 50;
/** Looks for a place that does not appear: three seconds. */
const MOST_LOOKS = 60;
/** Looks after the place took the focus: longer than a dialog that fades out can take it away again. */
const SETTLING_LOOKS = 10;

export type FocusPlace = {
  /** Gives the focus, where it can be given already. */
  give: () => void;
  holds: (element: Element | null) => boolean;
  /** Whether the focus may be taken from where it is now; else it is taken from nowhere alone. */
  takes: boolean;
};

const searches = new Set<() => void>();

/** Ends every search that is under way: a page that is gone has no focus. */
export function endFocusSearches(): void {
  for (const end of searches) end();
}

/**
 * Looks until the place holds the focus and keeps it. A person who moves the focus elsewhere meanwhile is
 * left alone. Returns the function that ends the search.
 */
export function seekFocus({ give, holds, takes }: FocusPlace): () => void {
  const from = document.activeElement;
  let looks = 0;
  let held = 0;
  let next: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    const at = document.activeElement;
    const free = isNowhere(at) || (takes && at === from && !holds(at));
    if (free) give();
    const there = holds(document.activeElement);
    held = there ? held + 1 : 0;
    const waits = there ? held < SETTLING_LOOKS : (free || isInDialog(at)) && looks++ < MOST_LOOKS;
    if (waits) next = setTimeout(look, BETWEEN_LOOKS_MS);
    else searches.delete(end);
  };
  const end = () => {
    clearTimeout(next);
    searches.delete(end);
  };
  searches.add(end);
  look();
  return end;
}

function isNowhere(element: Element | null): boolean {
  return element === null || element === document.body || element.tagName === "MAIN";
}

/** The palette and each dialog hold the focus until they have faded out. */
function isInDialog(element: Element | null): boolean {
  return Boolean(element?.closest("[role=dialog]"));
}
