import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { ignoreStrayDrops } from "./strayDrops";

beforeAll(ignoreStrayDrops);
afterEach(() => document.body.replaceChildren());

/** Whether the browser would go on and open what is dropped on the element. */
function opens(element: Element, types: string[], name = "drop"): boolean {
  const event = new Event(name, { bubbles: true, cancelable: true });
  Object.assign(event, { dataTransfer: { types, dropEffect: "copy" } });
  return element.dispatchEvent(event);
}

function put(tag: string): HTMLElement {
  return document.body.appendChild(document.createElement(tag));
}

describe("what is dropped beside its place", () => {
  test("a file opens nowhere, not even in a field", () => {
    for (const tag of ["p", "input", "textarea"]) {
      expect(opens(put(tag), ["Files"])).toBe(false);
      expect(opens(put(tag), ["Files"], "dragover")).toBe(false);
    }
  });

  test("a link opens nowhere, and a field takes it as text", () => {
    expect(opens(put("p"), ["text/uri-list", "text/plain"])).toBe(false);
    expect(opens(put("textarea"), ["text/uri-list", "text/plain"])).toBe(true);
  });

  test("text, and what the page itself lets one drag, is left alone", () => {
    expect(opens(put("p"), ["text/plain"])).toBe(true);
    expect(opens(put("p"), [])).toBe(true);
  });

  test("a place that takes files keeps them", () => {
    const place = put("div");
    const effects: string[] = [];
    const note = (event: Event) => void effects.push((event as DragEvent).dataTransfer?.dropEffect ?? "");
    place.addEventListener("drop", (event) => {
      event.preventDefault();
      note(event);
    });
    window.addEventListener("drop", note, { once: true });
    opens(place, ["Files"]);
    expect(effects).toEqual(["copy", "copy"]);
  });
});
