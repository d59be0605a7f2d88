/**
 * Where the page runs: in the desktop window, whose bridge is there before any script, or in a
 * browser, where a stand-in that speaks HTTP takes the bridge's place. Everything above this
 * folder calls `commands` and cannot tell the two apart.
 */
import { createHttpInvoke } from "./http";
import { takeTokenFromAddress, storedToken } from "./token";

export { setHostLanguage } from "./language";
export { withSignal } from "./signal";
export { saveToken } from "./token";
export { isClientCode } from "./errors";

type Bridge = { invoke: (command: string, args?: Record<string, unknown>) => Promise<unknown> };
type BridgeWindow = Window & { __TAURI_INTERNALS__?: Bridge };

let kind: "window" | "browser" = "browser";

/** Which of the two hosts serves this page; valid after `installHost`. */
export function hostKind(): "window" | "browser" {
  return kind;
}

/** Puts the HTTP stand-in where the bridge would be, unless the real one is there. Call once, first. */
export function installHost(): void {
  const page = window as BridgeWindow;
  if (page.__TAURI_INTERNALS__) {
    kind = "window";
    return;
  }
  kind = "browser";
  takeTokenFromAddress();
  page.__TAURI_INTERNALS__ = { invoke: createHttpInvoke({ base: "", token: storedToken }) };
}
