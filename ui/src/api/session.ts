/**
 * Signing in and out. A browser keeps the session in a cookie that no script can read. A key of this tab is dropped
 * first: the server would go by it, and not by the session.
 */
import type { Me } from "../bindings";
import { dropToken, type CompanyAnswer } from "../host";
import { invokeByWireName } from "./command";

/** Signs a person in. Rejects with a `CommandError`, such as `sign_in_refused`. */
export function beginSession(login: string, password: string): Promise<Me> {
  dropToken();
  return invokeByWireName<Me>("begin_session", { req: { login, password } });
}

/** Chooses the password of the account that the invitation is for, and begins a session. */
export function acceptInvitation(secret: string, password: string): Promise<Me> {
  dropToken();
  return invokeByWireName<Me>("accept_invitation", { req: { secret, password } });
}

export type CompanyOffer = { offered: boolean };
export type CompanyAddress = { address: string };

/** Asks whether people sign in by their company here. */
export function offerCompanySignIn(): Promise<CompanyOffer> {
  return invokeByWireName<CompanyOffer>("offer_company_sign_in", { req: {} });
}

/** Where the browser goes to sign in by the company; a cookie comes along. */
export function beginCompanySignIn(): Promise<CompanyAddress> {
  return invokeByWireName<CompanyAddress>("begin_company_sign_in", { req: {} });
}

/** Begins to link the account of the session with the company's sign-in. */
export function beginCompanyLink(): Promise<CompanyAddress> {
  return invokeByWireName<CompanyAddress>("begin_company_sign_in", { req: { link: true } });
}

/** Begins a session, or links the account, with what the company sent the browser back with, once. */
export function finishCompanySignIn({ state, code, issuer }: CompanyAnswer): Promise<Me> {
  dropToken();
  return invokeByWireName<Me>("finish_company_sign_in", { req: { state, code, issuer } });
}

export async function endSession(): Promise<void> {
  await invokeByWireName<null>("end_session", { req: {} });
  dropToken();
}
