/**
 * Selects the host bridge: the desktop window's own, present before any script, or in a browser an HTTP stand-in of the
 * same shape. Code above this folder calls `commands` and does not depend on which one it is.
 */
import { createHttpBridge } from "./http/http";
import { setHostKind } from "./kind";
import { takeCompanyAnswerFromAddress } from "./http/company";
import { takeInvitationFromAddress } from "./http/invitation";
import { takeTokenFromAddress, storedToken } from "./http/token";

export { hostKind } from "./kind";
export { hostLanguage, setHostLanguage } from "./language";
export { outlivePage, withSignal } from "./http/signal";
export { dropToken, saveToken, storedToken } from "./http/token";
export { forgetCompanyAnswer, leaveForCompany, useCompanyAnswer, type CompanyAnswer } from "./http/company";
export { forgetInvitation, useInvitation, wasInvitationLost } from "./http/invitation";
export { isClientCode } from "./errors";
export { onClosing } from "./closing";
export { openAddress } from "./open";
export { saveBytes, saveText } from "./save";

type Bridge = { invoke: (command: string, args?: Record<string, unknown>) => Promise<unknown> };
type BridgeWindow = Window & { __TAURI_INTERNALS__?: Bridge };

/** Installs the HTTP stand-in unless the real bridge is present. Call once, first. */
export function installHost(): void {
  const page = window as BridgeWindow;
  if (page.__TAURI_INTERNALS__) {
    setHostKind("window");
    return;
  }
  setHostKind("browser");
  takeCompanyAnswerFromAddress();
  takeTokenFromAddress();
  takeInvitationFromAddress();
  window.addEventListener("hashchange", takeInvitationFromAddress);
  page.__TAURI_INTERNALS__ = createHttpBridge({ base: "", token: storedToken });
}
