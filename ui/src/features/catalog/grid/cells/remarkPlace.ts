/** Where a remark stands at its cell: inside what one sees of the sheet, between its header and its foot. */
import { HEADER_HEIGHT } from "../measures";

/** Free room that stays at the right edge of the sheet. Pixels. */
const EDGE = 16;
/** Stands at a remark that is above its cell, for its style. */
const ABOVE = "data-above";

/**
 * Keeps a cell's remark in its place, also below the field of its cell as that grows. Returns what ends it.
 */
export function followPlace(box: HTMLElement | null): () => void {
  keepInside(box);
  const field = fieldBeside(box);
  if (!field) return () => {};
  const observer = new ResizeObserver(() => keepInside(box));
  observer.observe(field);
  return () => observer.disconnect();
}

/** The field of the remark's cell, while one writes there. */
function fieldBeside(box: HTMLElement | null): HTMLElement | null {
  return box?.parentElement?.querySelector<HTMLElement>(":scope > :is(textarea, select)") ?? null;
}

/**
 * Moves the remark to the left where the edge of the sheet would cut it off, and above its cell where there
 * is no room below. Where there is none above either, the sheet scrolls as far as the cell stays in view.
 */
export function keepInside(box: HTMLElement | null): void {
  const cell = box?.parentElement;
  const pane = box?.closest("[role=grid]");
  if (!box || !cell || !pane) return;
  // From where it would stand, not from where it was moved to before.
  box.style.left = "";
  box.style.top = "";
  box.removeAttribute(ABOVE);
  const { right, height } = box.getBoundingClientRect();
  const { right: paneRight, top: paneTop } = pane.getBoundingClientRect();
  const over = right - paneRight + EDGE;
  if (over > 0) box.style.left = `${-over}px`;
  const { top, bottom: cellBottom } = cell.getBoundingClientRect();
  const bottom = Math.max(cellBottom, fieldBeside(box)?.getBoundingClientRect().bottom ?? cellBottom);
  // Without the scrollbar, which covers the last pixels of the pane.
  const below = paneTop + pane.clientHeight - bottom;
  const above = top - paneTop - HEADER_HEIGHT;
  const isAbove = height > below && height <= above;
  if (isAbove) box.setAttribute(ABOVE, "");
  else if (bottom > cellBottom) box.style.top = `${bottom - top}px`;
  if (height > below && !isAbove) pane.scrollTop += Math.max(0, Math.min(height - below, above));
}
