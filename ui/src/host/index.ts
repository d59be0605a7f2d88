/**
 * Where the page runs: in the desktop window, whose bridge is there before any script, or in a
 * browser, where a stand-in that speaks HTTP takes the bridge's place. Everything above this
 * folder calls `commands` and cannot tell the two apart.
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

/** Puts the HTTP stand-in where the bridge would be, unless the real one is there. Call once, first. */
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
