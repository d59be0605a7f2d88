/** What jsdom lacks and the components ask for; and a clean page after each test. */
import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";
import { endFocusSearches } from "../lib/seekFocus";

// Generous, because the machine that runs the tests may be building something else meanwhile.
configure({ asyncUtilTimeout: 45_000 });

if (typeof window !== "undefined") {
  afterEach(() => {
    cleanup();
    endFocusSearches();
    localStorage.clear();
    sessionStorage.clear();
    window.location.hash = "";
  });

  // A wide window with a mouse: what is asked for by `min-width` or `hover` is there.
  Object.defineProperty(window, "matchMedia", {
    writable: true,
    value: (query: string): Partial<MediaQueryList> => ({
      matches: /min-width|hover: hover/.test(query),
      media: query,
      onchange: null,
      addEventListener: () => {},
      removeEventListener: () => {},
      addListener: () => {},
      removeListener: () => {},
    }),
  });
  window.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  // A text field that grows with its text measures it anew once fonts are there.
  Object.defineProperty(document, "fonts", { value: new EventTarget() });
  Element.prototype.scrollIntoView = () => {};
}
