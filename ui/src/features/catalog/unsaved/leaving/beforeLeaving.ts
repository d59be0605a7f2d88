/** What is being typed into a cell at this moment is taken over, as if its field had been left. */
export function takeOverTyping(): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && activeElement.matches("[role=gridcell] :is(textarea, select)"))
    activeElement.blur();
}
