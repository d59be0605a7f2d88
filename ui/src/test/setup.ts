/**
 * What jsdom lacks and the components ask for; and a clean page after each test. Files of tests follow each
 * other in one process, and this part runs anew for each: what a file leaves behind is put right here.
 */
import "@testing-library/jest-dom/vitest";
import { spotlight } from "@mantine/spotlight";
import { cleanup, configure } from "@testing-library/react";
import i18next from "i18next";
import { setI18n } from "react-i18next";
import { afterAll, afterEach, vi } from "vitest";
import { hideToast } from "../components/toast/toasts";
import { endFocusSearches } from "../lib/browser/seekFocus";
import { stopSendings } from "../shared/attachments/sendQueue";

// Generous, because the machine that runs the tests may be building something else meanwhile.
configure({ asyncUtilTimeout: 45_000 });

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  // Libraries stay, with what they hold: no language is in force, and React knows of none.
  Object.assign(i18next, { isInitialized: false, language: undefined, resolvedLanguage: undefined });
  setI18n(undefined as unknown as typeof i18next);
  // Our own stores, caches and switches go: the next file loads its modules anew.
  vi.resetModules();
});

if (typeof window !== "undefined") {
  const takeListenersAway = noteWindowListeners();

  afterEach(() => {
    cleanup();
    endFocusSearches();
    stopSendings();
    // It stays for seconds: its button would be found in place of the next test's own.
    hideToast();
    localStorage.clear();
    sessionStorage.clear();
    window.location.hash = "";
  });

  afterAll(() => {
    // The palette's store is Mantine's, and an open one would stay open.
    spotlight.close();
    takeListenersAway();
    window.history.replaceState(null, "", "/");
    for (const { name } of [...document.documentElement.attributes])
      document.documentElement.removeAttribute(name);
    document.head.replaceChildren();
    document.body.replaceChildren();
    // What the page is given by its host, and the clipboard that stands in for the system's.
    Reflect.deleteProperty(window, "__TAURI_INTERNALS__");
    Reflect.deleteProperty(navigator, "clipboard");
  });

  // A wide window with a mouse: what is asked for by `min-width` or `hover` is there.
  Object.defineProperty(window, "matchMedia", {
    configurable: true,
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
  // Rules of Mantine's variables change nothing that tests see, and were a tenth of their time: every question for a
  // role asks the style of each element. An unknown type of style is left alone.
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    const element = Document.prototype.createElement.call(document, name, options);
    if (element instanceof HTMLStyleElement) element.type = "text/plain";
    return element;
  };
  giveLabelsFast();
  giveStylesFast();
  window.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  // A text field that grows with its text measures it anew once fonts are there.
  Object.defineProperty(document, "fonts", { configurable: true, value: new EventTarget() });
  Element.prototype.scrollIntoView = () => {};
}

/** Returns what takes away the listeners that the window gets from here on: a router never lets go of its own. */
function noteWindowListeners(): () => void {
  const add = window.addEventListener.bind(window);
  const added: Parameters<typeof add>[] = [];
  window.addEventListener = (...listener: Parameters<typeof add>) => {
    added.push(listener);
    add(...listener);
  };
  return () => {
    for (const listener of added) window.removeEventListener(...listener);
    window.addEventListener = add;
  };
}

/**
 * Asked for the labels of a field, jsdom walks the whole page for each label that there is, which was nearly a
 * third of what the tests of a large form computed. The same answer by the id, or by the label around the field.
 */
function giveLabelsFast(): void {
  const labelable = "button, input, meter, output, progress, select, textarea";
  const isLabelOf = (label: HTMLLabelElement, field: Element): boolean =>
    label.hasAttribute("for")
      ? field.id !== "" && label.htmlFor === field.id && document.getElementById(field.id) === field
      : label.contains(field) && label.querySelector(labelable) === field;
  for (const { prototype } of [HTMLButtonElement, HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement])
    Object.defineProperty(prototype, "labels", {
      configurable: true,
      get(this: HTMLElement) {
        if (this instanceof HTMLInputElement && this.type === "hidden") return null;
        return [...document.getElementsByTagName("label")].filter((label) => isLabelOf(label, this));
      },
    });
}

/**
 * Asked for the style of an element, jsdom matches it with each rule of a browser's own sheet and parses each value
 * anew, also where it knows the answer. Every question for a role asks so of each element and of what is around it,
 * for two properties: no other sheet is in force, so they are read from the element or known by its name.
 */
function giveStylesFast(): void {
  const compute = window.getComputedStyle.bind(window);
  const displays = new Map<string, string>();
  const readOwn = (element: Element, name: "display" | "visibility") =>
    element.hasAttribute("style") && (element as Partial<ElementCSSInlineStyle>).style?.[name];
  const readDisplay = (element: Element): string => {
    const own = readOwn(element, "display");
    if (own) return own;
    if (element.hasAttribute("hidden")) return "none";
    const name = [element.localName, element.getAttribute("type"), element.hasAttribute("open")].join();
    let display = displays.get(name);
    if (display === undefined) displays.set(name, (display = compute(element).display));
    return display;
  };
  const readVisibility = (element: Element): string => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const own = readOwn(at, "visibility");
      if (own && own !== "inherit") return own;
    }
    return "visible";
  };
  window.getComputedStyle = (element: Element, pseudo?: string | null): CSSStyleDeclaration => {
    let whole: CSSStyleDeclaration | undefined;
    const read = (name: string | symbol): unknown => {
      if (name === "display") return readDisplay(element);
      if (name === "visibility") return readVisibility(element);
      if (name === "getPropertyValue")
        return (asked: string) =>
          asked === "display" || asked === "visibility" ? read(asked) : takeWhole().getPropertyValue(asked);
      const value: unknown = Reflect.get(takeWhole(), name);
      return typeof value === "function" ? (value.bind(whole) as unknown) : value;
    };
    const takeWhole = () => (whole ??= compute(element, pseudo));
    return new Proxy({} as CSSStyleDeclaration, { get: (_, name) => read(name) });
  };
}
