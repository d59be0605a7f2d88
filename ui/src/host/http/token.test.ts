import { afterEach, describe, expect, test, vi } from "vitest";

// The token is held by the module; each test gets a fresh one.
const load = async () => {
  vi.resetModules();
  return { token: await import("./token"), host: await import("../index") };
};
const page = window as Window & { __TAURI_INTERNALS__?: unknown };
afterEach(() => {
  delete page.__TAURI_INTERNALS__;
});

describe("the token in the address", () => {
  test("is kept for the tab and leaves the address bar", async () => {
    window.history.replaceState(null, "", "/?x=1#token=s%2Becret");
    const { token } = await load();
    token.takeTokenFromAddress();
    expect(token.storedToken()).toBe("s+ecret");
    expect(sessionStorage.getItem("celeiro.token")).toBe("s+ecret");
    expect(localStorage).toHaveLength(0);
    expect(window.location.href).not.toContain("ecret");
    expect(window.location.search).toBe("?x=1");
  });

  test("survives a reload of the page", async () => {
    sessionStorage.setItem("celeiro.token", "kept");
    const { token } = await load();
    expect(token.storedToken()).toBe("kept");
  });

  test("other fragments are routes and stay", async () => {
    window.location.hash = "#/search?q=token=x";
    const { token } = await load();
    token.takeTokenFromAddress();
    expect(token.storedToken()).toBeNull();
    expect(window.location.hash).toBe("#/search?q=token=x");
  });
});

describe("the host", () => {
  test("in the window, the real bridge stays untouched", async () => {
    const bridge = { invoke: () => Promise.resolve(null) };
    page.__TAURI_INTERNALS__ = bridge;
    const { host } = await load();
    host.installHost();
    expect(page.__TAURI_INTERNALS__).toBe(bridge);
    expect(host.hostKind()).toBe("window");
  });

  test("in a browser, the stand-in takes its place", async () => {
    const { host } = await load();
    host.installHost();
    expect(host.hostKind()).toBe("browser");
    expect(page.__TAURI_INTERNALS__).toHaveProperty("invoke");
  });
});
