/**
 * Closing the page for good. A browser asks by `beforeunload`; the window tells its page, and closes when
 * the page says so.
 */
import type { Hold } from "../bindings";
import { invoke } from "./core";
import { hostKind } from "./kind";

/** Dispatched by src-tauri/src/window.rs. */
const CLOSING = "celeiro:closing";

/** `ask` is told when a person closes the window; it ends in [`closeWindow`] or [`keepWindow`]. */
export function onClosing(ask: () => void): () => void {
  if (hostKind() !== "window") return () => undefined;
  window.addEventListener(CLOSING, ask);
  hold("ask");
  return () => {
    window.removeEventListener(CLOSING, ask);
    hold("free");
  };
}

export function closeWindow(): void {
  hold("close");
}

/** The person stays: they are asked again the next time. */
export function keepWindow(): void {
  hold("ask");
}

function hold(hold: Hold): void {
  // A window that does not listen closes without asking.
  invoke("hold_window", { req: { hold } }).catch(() => undefined);
}
