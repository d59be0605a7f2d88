// @vitest-environment node
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { startServer, type TestServer } from "../../test/server";
import { createHttpInvoke } from "./http";
import { setHostLanguage } from "../language";
import { outlivePage, withSignal } from "./signal";

let server: TestServer;
const bridge = (deadlineMs = 5_000, token: string | null = null) =>
  createHttpInvoke({ base: server.url, token: () => token, deadline: () => deadlineMs });

beforeEach(async () => {
  server = await startServer(() => ({ body: { ok: true } }));
});
afterEach(() => server.close());

describe("what is sent", () => {
  test("a read: method, path, language, no token where there is none", async () => {
    setHostLanguage("en");
    await bridge()("get_item", { req: { id: "42" } });
    const [request] = server.received;
    expect(request).toMatchObject({ method: "GET", path: "/api/catalog/items/42", body: "" });
    expect(request?.headers["accept-language"]).toBe("en");
    expect(request?.headers["authorization"]).toBeUndefined();
    setHostLanguage("pt-BR");
  });

  test("a search: a JSON body, and the token as a bearer", async () => {
    await bridge(5_000, "sesame")("search", { req: { query: "ação", limit: 5 } });
    const [request] = server.received;
    expect(request).toMatchObject({ method: "POST", path: "/api/rag/search" });
    expect(JSON.parse(request?.body ?? "")).toEqual({ query: "ação", limit: 5 });
    expect(request?.headers["content-type"]).toBe("application/json");
    expect(request?.headers["authorization"]).toBe("Bearer sesame");
    expect(request?.headers["accept-language"]).toBe("pt-BR");
  });
});

test("only what is asked to outlives its page", async () => {
  const fetching = vi.spyOn(globalThis, "fetch");
  await outlivePage(() => bridge()("drop_upload", { req: { id: "42" } }));
  await bridge()("drop_upload", { req: { id: "43" } });
  expect(fetching.mock.calls.map(([, init]) => init?.keepalive)).toEqual([true, false]);
  fetching.mockRestore();
});

describe("what comes back", () => {
  test("data as it is", async () => {
    await expect(bridge()("status", { req: {} })).resolves.toEqual({ ok: true });
  });
  test("nothing, where the server says so", async () => {
    server.handle(() => ({ status: 204 }));
    await expect(bridge()("status", { req: {} })).resolves.toBeNull();
  });
  test("the server's own error, whole", async () => {
    const error = { code: "conflict", message: "Alterado por outra pessoa", details: { version: 4 } };
    server.handle(() => ({ status: 409, body: error }));
    await expect(bridge()("status", { req: {} })).rejects.toEqual(error);
  });
  test.each([
    ["HTML", { status: 200, raw: "<!doctype html><p>proxy" }],
    ["half a body", { status: 200, raw: '{"a":' }],
    ["an error of another form", { status: 500, body: { error: "boom" } }],
  ])("%s is a bad response", async (_, answer) => {
    server.handle(() => answer);
    await expect(bridge()("status", { req: {} })).rejects.toMatchObject({ code: "bad_response" });
  });
});

describe("when nothing comes back", () => {
  test("a closed port is unreachable", async () => {
    await server.close();
    await expect(bridge()("status", { req: {} })).rejects.toMatchObject({
      code: "unreachable",
      details: null,
    });
  });
  test("a broken connection is unreachable", async () => {
    server.handle(() => ({ hangUp: true }));
    await expect(bridge()("status", { req: {} })).rejects.toMatchObject({ code: "unreachable" });
  });
  test("a silent server runs into the page's own deadline", async () => {
    server.handle(() => ({ silent: true }));
    await expect(bridge(80)("status", { req: {} })).rejects.toMatchObject({ code: "timed_out" });
  });
  test("a body that stops half-way runs into it too", async () => {
    server.handle(() => ({ stall: true }));
    await expect(bridge(80)("search", { req: { query: "x" } })).rejects.toMatchObject({ code: "timed_out" });
  });
  test("a cancelled call reaches the server as a broken-off request", async () => {
    server.handle(() => ({ silent: true }));
    const abort = new AbortController();
    const call = withSignal(abort.signal, () => bridge()("search", { req: { query: "x" } }));
    await expect.poll(() => server.received).toHaveLength(1);
    abort.abort();
    await expect(call).rejects.toMatchObject({ name: "AbortError" });
    await expect.poll(() => server.aborted()).toBe(1);
  });
});

test("a command that does not exist is refused here, without a request", async () => {
  await expect(bridge()("drop_everything", {})).rejects.toMatchObject({ code: "unknown_command" });
  expect(server.received).toEqual([]);
});
