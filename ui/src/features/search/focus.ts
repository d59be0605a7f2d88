/** The search box by its id, for the keys and the palette that lead to it. */
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
