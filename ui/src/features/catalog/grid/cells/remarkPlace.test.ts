import { expect, test } from "vitest";
import { keepInside } from "./remarkPlace";

const PANE = { top: 100, height: 600, width: 900 };

/** A remark of these measures at a cell whose upper edge is `cellTop`; jsdom lays nothing out. */
function remarkAt(cellTop: number, height: number, left = 300) {
  const pane = element(document.body, PANE.top, PANE.height, 0, PANE.width);
  pane.setAttribute("role", "grid");
  Object.defineProperty(pane, "clientHeight", { value: PANE.height });
  const cell = element(pane, cellTop, 33, left, 120);
  const box = element(cell, cellTop + 33, height, left, 300);
  return { pane, box };
}

function element(parent: Element, top: number, height: number, left: number, width: number): HTMLElement {
  const made = parent.appendChild(document.createElement("div"));
  made.getBoundingClientRect = () => new DOMRect(left, top, width, height);
  return made;
}

test("a remark stands below its cell where there is room", () => {
  const { pane, box } = remarkAt(400, 150);
  keepInside(box);
  expect(box).not.toHaveAttribute("data-above");
  expect(pane.scrollTop).toBe(0);
});

test("in the last rows it stands above its cell, not under the foot of the sheet", () => {
  // 700 is the lower edge of the pane.
  const { pane, box } = remarkAt(660, 150);
  keepInside(box);
  expect(box).toHaveAttribute("data-above");
  expect(pane.scrollTop).toBe(0);
});

test("what stood above stands below again once there is room", () => {
  const { box } = remarkAt(400, 150);
  box.setAttribute("data-above", "");
  keepInside(box);
  expect(box).not.toHaveAttribute("data-above");
});

test("where there is room on neither side, the sheet scrolls it into view and keeps the cell there", () => {
  const { pane, box } = remarkAt(560, 480);
  keepInside(box);
  expect(box).not.toHaveAttribute("data-above");
  // It lacks 373 pixels below.
  expect(pane.scrollTop).toBe(373);
  const large = remarkAt(560, 900);
  keepInside(large.box);
  // The header ends at 134: no more than what takes the cell there.
  expect(large.pane.scrollTop).toBe(426);
});

test("at the right edge it is moved to the left", () => {
  const { box } = remarkAt(400, 150, 700);
  keepInside(box);
  expect(box.style.left).toBe("-116px");
});
