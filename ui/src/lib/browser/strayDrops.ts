/**
 * A file or a link that misses the place it was meant for would open in place of the page, and what is
 * typed would be gone from sight: it is let fall instead. Into a field a link is dropped as its text.
 */
export function ignoreStrayDrops(): void {
  for (const name of ["dragover", "drop"] as const) {
    window.addEventListener(name, (event) => {
      if (event.defaultPrevented || !event.dataTransfer || !wouldOpen(event.dataTransfer, event.target))
        return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "none";
    });
  }
}

function wouldOpen({ types }: DataTransfer, target: EventTarget | null): boolean {
  if (types.includes("Files")) return true;
  const isField = target instanceof Element && target.closest("input, textarea, [contenteditable]") !== null;
  return types.includes("text/uri-list") && !isField;
}
