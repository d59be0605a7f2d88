/** The whole application in a test, its requests going to a real server over the real HTTP bridge. */
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { App } from "../app/App";
import { preloadPage } from "../app/lazyPages";
import type { Lang } from "../lib/language";
import { createHttpBridge } from "../host/http/http";
import { showLanguage } from "../i18n";
import { announceLanguage } from "../i18n/language";
import { WITHOUT_ACCOUNTS } from "./account";
import { facets, response, status } from "./records";
import type { Answer, Handler, ReceivedRequest, TestServer } from "./server";

/** Puts the HTTP bridge of `server` in place, as `installHost` does with the page's own origin. */
export function installBridge(server: TestServer): void {
  const bridge = createHttpBridge({ base: server.url, token: () => null });
  (window as Window & { __TAURI_INTERNALS__?: unknown }).__TAURI_INTERNALS__ = bridge;
}

export async function renderApp(server: TestServer, address = "#/search", language: Lang = "pt-BR") {
  installBridge(server);
  announceLanguage(language);
  await showLanguage(language);
  // As the page itself does; a machine that builds meanwhile may take half a minute to compile one.
  await preloadPage(address);
  window.location.hash = address;
  return { user: userEvent.setup(), ...render(<App />) };
}

/** Answers every path of a healthy server; `special` may answer first. */
export function healthy(
  special: (request: ReceivedRequest) => Answer | undefined = () => undefined,
): Handler {
  return (request) => {
    const answer = special(request);
    if (answer) return answer;
    const path = request.path.split("?")[0];
    if (path === "/api/health") return { body: status };
    if (path === "/api/me") return { body: WITHOUT_ACCOUNTS };
    if (path === "/api/catalog/facets") return { body: facets };
    if (path === "/api/rag/facets") return { body: { matched: 12, facets } };
    if (path === "/api/rag/search") return { body: response([]) };
    if (path === "/api/catalog/fields") return { body: [] };
    if (path === "/api/profiles" || path === "/api/config") return { body: [] };
    return { status: 404, body: { code: "not-found", message: "?", details: null } };
  };
}

export function searchesOf(server: TestServer): Record<string, unknown>[] {
  return server.received
    .filter(({ path }) => path === "/api/rag/search")
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>);
}
