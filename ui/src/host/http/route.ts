/** Where a command goes over HTTP. The bindings write method and path as one text: they are part of the first load. */
import { meta, type Tag } from "../../bindings";

export type Route = { method: string; path: string; invalidates: readonly Tag[]; isLong: boolean };

/** Signing in and out (api/session.ts): no operations of the list, for their answers set a cookie. */
const SESSION_ROUTES: Readonly<Record<string, Route>> = {
  beginSession: { method: "POST", path: "/api/session", invalidates: [], isLong: false },
  endSession: { method: "DELETE", path: "/api/session", invalidates: [], isLong: false },
  acceptInvitation: { method: "POST", path: "/api/session/invitation", invalidates: [], isLong: false },
  offerCompanySignIn: { method: "GET", path: "/api/session/company", invalidates: [], isLong: false },
  beginCompanySignIn: { method: "POST", path: "/api/session/company", invalidates: [], isLong: false },
  finishCompanySignIn: {
    method: "POST",
    path: "/api/session/company/return",
    // The company is asked meanwhile.
    invalidates: ["accounts"],
    isLong: false,
  },
};

/** The route of a command, by its name on the bindings; null where there is none. */
export function routeOf(command: string): Route | null {
  const entry = meta[command];
  if (!entry) return SESSION_ROUTES[command] ?? null;
  const [method = "", path = ""] = entry.route.split(" ");
  const { invalidates = [], long = false } = entry;
  return { method, path: `/api/${path}`, invalidates, isLong: long };
}
