import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { endFocusSearches, seekFocus, type FocusPlace } from "./seekFocus";

beforeEach(() => {
  vi.useFakeTimers();
  const dialog = document.createElement("div");
  dialog.setAttribute("role", "dialog");
  dialog.append(make("button", "close"));
  document.body.replaceChildren(dialog, make("input", "other"));
});
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

const at = (id: string) => document.getElementById(id);
const cell = (takes: boolean): FocusPlace => ({
  give: () => at("cell")?.focus(),
  holds: (element) => element?.id === "cell",
  takes,
});
const draw = () => document.body.append(make("button", "cell"));

function make(tag: string, id: string): HTMLElement {
  const element = document.createElement(tag);
  element.id = id;
  return element;
}

test("a place that is drawn later gets the focus when it is there", () => {
  seekFocus(cell(false));
  vi.advanceTimersByTime(1_000);
  draw();
  vi.advanceTimersByTime(100);
  expect(document.activeElement?.id).toBe("cell");
});

test("a place that is drawn anew while a dialog goes gets it again", () => {
  draw();
  at("close")?.focus();
  seekFocus(cell(true));
  expect(document.activeElement?.id).toBe("cell");
  at("cell")?.remove();
  vi.advanceTimersByTime(100);
  draw();
  vi.advanceTimersByTime(100);
  expect(document.activeElement?.id).toBe("cell");
});

test("the focus is taken from a form that is still there, from a field written in meanwhile it is not", () => {
  at("close")?.focus();
  seekFocus(cell(true));
  at("other")?.focus();
  vi.advanceTimersByTime(100);
  draw();
  vi.advanceTimersByTime(3_000);
  expect(document.activeElement?.id).toBe("other");
});

test("nothing is taken from a dialog that stays open", () => {
  at("close")?.focus();
  seekFocus(cell(false));
  draw();
  vi.advanceTimersByTime(10_000);
  expect(document.activeElement?.id).toBe("close");
});

test("the search ends when it is told to", () => {
  seekFocus(cell(false))();
  draw();
  vi.advanceTimersByTime(3_000);
  expect(document.activeElement).toBe(document.body);
});

test("a page that goes ends every search", () => {
  seekFocus(cell(false));
  seekFocus({ give: () => at("other")?.focus(), holds: () => false, takes: false });
  endFocusSearches();
  (document.activeElement as HTMLElement).blur();
  draw();
  vi.advanceTimersByTime(3_000);
  expect(document.activeElement).toBe(document.body);
});
