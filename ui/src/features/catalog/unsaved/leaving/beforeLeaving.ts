/** A field of a cell that is open. */
const FIELD = "[role=gridcell] :is(textarea, select)";

/** Takes over what is being typed into a cell at this moment, as if its field had been left. */
export function takeOverTyping(): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && activeElement.matches(FIELD)) activeElement.blur();
}

/**
 * Whether a cell is open whose text is another than before. It stays open: who is only asked has not left
 * it.
 */
export function isTyping(): boolean {
  return document.activeElement?.matches(`:is(${FIELD})[data-typed]`) ?? false;
}
