/** A command that answers in events, over HTTP and over the desktop's bridge: the same to who calls. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { stream } from "../api/stream";
import { startServer, type EventStream, type TestServer } from "../test/server";
import { createHttpBridge } from "./http/http";

const page = window as Window & { __TAURI_INTERNALS__?: unknown };
let server: TestServer;
let events: EventStream | undefined;

beforeEach(async () => {
  events = undefined;
  server = await startServer(() => ({ events: (opened) => void (events = opened) }));
  page.__TAURI_INTERNALS__ = createHttpBridge({ base: server.url, token: () => "sesame" });
});
afterEach(async () => {
  delete page.__TAURI_INTERNALS__;
  await server.close();
});

async function until(there: () => boolean): Promise<void> {
  for (let tries = 0; !there() && tries < 400; tries++)
    await new Promise((resolve) => setTimeout(resolve, 10));
  expect(there()).toBe(true);
}

test("in the browser the events of a body arrive as they come, in order, and the end ends it", async () => {
  const seen: unknown[] = [];
  const done = stream("chat", { message: "oi", stream: true }, (event) => seen.push(event));
  await until(() => events !== undefined);
  const [request] = server.received;
  expect(request).toMatchObject({ method: "POST", path: "/api/chat" });
  expect(request?.headers["authorization"]).toBe("Bearer sesame");
  expect(JSON.parse(request?.body ?? "")).toEqual({ message: "oi", stream: true });
  for (let count = 0; count < 200; count++) events?.send({ type: "delta", text: String(count) } as never);
  await until(() => seen.length === 200);
  events?.end();
  await done;
  expect(seen).toEqual(Array.from({ length: 200 }, (_, count) => ({ type: "delta", text: String(count) })));
});

test("a refusal before the stream is the program's error", async () => {
  server.handle(() => ({ status: 429, body: { code: "busy", message: "Devagar.", details: null } }));
  await expect(stream("chat", {}, () => undefined)).rejects.toMatchObject({
    code: "busy",
    message: "Devagar.",
  });
});

test("an answer that is no stream is one that cannot be read", async () => {
  server.handle(() => ({ body: { answer: "inteira" } }));
  await expect(stream("chat", {}, () => undefined)).rejects.toMatchObject({ code: "bad_response" });
});

test("a break in the middle is told from a server that is not there", async () => {
  const broken = stream("chat", {}, () => events?.cut());
  await until(() => events !== undefined);
  events?.send({ type: "delta" });
  await expect(broken).rejects.toMatchObject({ code: "broken_off" });
  server.handle(() => ({ hangUp: true }));
  await expect(stream("chat", {}, () => undefined)).rejects.toMatchObject({ code: "unreachable" });
});

test("the caller can break it off", async () => {
  const abort = new AbortController();
  const call = stream("chat", {}, () => abort.abort(), abort.signal);
  await until(() => events !== undefined);
  events?.send({ type: "delta" });
  await expect(call).rejects.toThrow();
  await until(() => server.aborted() === 1);
});

test("in the window the events come through a channel, in order however they arrive", async () => {
  let speak: ((message: { index: number; message?: unknown; end?: true }) => void) | undefined;
  const called: unknown[] = [];
  page.__TAURI_INTERNALS__ = {
    transformCallback: (callback: typeof speak) => {
      speak = callback;
      return 7;
    },
    unregisterCallback: () => undefined,
    invoke: (command: string, args: { events: unknown }) => {
      called.push([command, JSON.parse(JSON.stringify(args))]);
      speak?.({ index: 1, message: { type: "delta", text: "dois" } });
      speak?.({ index: 0, message: { type: "delta", text: "um" } });
      speak?.({ index: 2, end: true });
      return Promise.resolve(null);
    },
  };
  const seen: unknown[] = [];
  await stream("chat", { message: "oi" }, (event) => seen.push(event));
  expect(seen).toEqual([
    { type: "delta", text: "um" },
    { type: "delta", text: "dois" },
  ]);
  expect(called).toEqual([["chat", { req: { message: "oi" }, events: "__CHANNEL__:7" }]]);
});
