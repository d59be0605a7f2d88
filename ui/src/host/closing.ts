/**
 * Closing the page for good. A browser asks by `beforeunload`; the window tells its page, and closes when
 * the page says so.
 */
import type { Hold } from "../bindings";
import { invoke } from "./core";
import { hostKind } from "./kind";

/** Dispatched by src-tauri/src/window.rs. */
const CLOSING = "celeiro:closing";

/** Resolves to whether the window may close; it may ask a person first. */
export type MayClose = () => Promise<boolean>;

const questions = new Set<MayClose>();
let asking = false;

/** The window closes only once all that were given here allow it. Returns what takes `mayClose` away. */
export function onClosing(mayClose: MayClose): () => void {
  if (hostKind() !== "window") return () => undefined;
  questions.add(mayClose);
  if (questions.size === 1) {
    window.addEventListener(CLOSING, askAll);
    holdWindow("ask");
  }
  return () => {
    questions.delete(mayClose);
    if (questions.size > 0) return;
    window.removeEventListener(CLOSING, askAll);
    holdWindow("free");
  };
}

/** One question after the other: two dialogs at once would lie over each other. */
function askAll(): void {
  if (asking) return;
  asking = true;
  void allowClosing()
    .then((closes) => holdWindow(closes ? "close" : "ask"))
    .finally(() => (asking = false));
}

async function allowClosing(): Promise<boolean> {
  for (const mayClose of [...questions]) if (questions.has(mayClose) && !(await mayClose())) return false;
  return true;
}

function holdWindow(hold: Hold): void {
  // A window that does not listen closes without asking.
  invoke("hold_window", { req: { hold } }).catch(() => undefined);
}
