/**
 * Signing in and out. A browser keeps the session in a cookie that no script can read. A key of this tab is dropped
 * first: the server would go by it, and not by the session.
 */
import type { Me } from "../bindings";
import { dropToken } from "../host";
import { invokeByWireName } from "./command";

/** Rejects with a `CommandError`, such as `sign_in_refused`. */
export function beginSession(login: string, password: string): Promise<Me> {
  dropToken();
  return invokeByWireName<Me>("begin_session", { req: { login, password } });
}

/** Chooses the password of the account that the invitation is for, and begins a session. */
export function acceptInvitation(secret: string, password: string): Promise<Me> {
  dropToken();
  return invokeByWireName<Me>("accept_invitation", { req: { secret, password } });
}

export async function endSession(): Promise<void> {
  await invokeByWireName<null>("end_session", { req: {} });
  dropToken();
}
