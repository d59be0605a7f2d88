/** Places that keys and palette lead to: the search box, by its id, and the results below it. */
export const SEARCH_BOX_ID = "search-box";

/** Focuses the box of the page in view, or goes to the catalog search, whose box takes the focus itself. */
export function focusSearchBox(go: (address: string) => void): void {
  const box = document.getElementById(SEARCH_BOX_ID);
  if (box instanceof HTMLInputElement) {
    box.focus();
    box.select();
  } else {
    go("/search");
  }
}

/** Puts the focus on the title of the hit at `index` and brings its card into view. */
export function focusHit(within: ParentNode | null, index: number): void {
  const title = within?.querySelector<HTMLElement>(`[data-hit="${index}"]`);
  title?.focus({ preventScroll: true });
  title?.closest("article")?.scrollIntoView({ block: "nearest" });
}
