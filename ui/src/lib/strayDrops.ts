/**
 * A file that misses the place it was meant for would open in place of the page, and what is typed
 * would be gone from sight: it is let fall instead.
 */
export function ignoreStrayDrops(): void {
  for (const name of ["dragover", "drop"] as const) {
    window.addEventListener(name, (event) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "none";
    });
  }
}
