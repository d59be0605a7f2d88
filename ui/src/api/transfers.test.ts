import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { createHttpBridge } from "../host/http/http";
import { setHostKind } from "../host/kind";
import { installBridge } from "../test/app";
import { startServer, type ReceivedRequest, type TestServer } from "../test/server";
import { sendFile } from "./transfers";

const PIECE = 4;
const TEXT = "Preço;1,25";
let server: TestServer;
let failing = 0;

function answer({ method, path }: ReceivedRequest) {
  if (method === "POST") return { body: { id: "up", pieceBytes: PIECE } };
  if (failing > 0 && path.includes("offset=4")) {
    failing -= 1;
    return { hangUp: true };
  }
  return { body: { received: 0 } };
}

beforeEach(async () => {
  failing = 0;
  server = await startServer(answer);
  installBridge(server);
});
afterEach(() => {
  setHostKind("browser");
  return server.close();
});

/** As in the window: a signal laid beside the call is gone when the bridge takes it up. */
function makeBridgeDeaf() {
  const page = window as unknown as { __TAURI_INTERNALS__: ReturnType<typeof createHttpBridge> };
  const { invoke } = page.__TAURI_INTERNALS__;
  page.__TAURI_INTERNALS__.invoke = async (...call) => {
    await Promise.resolve();
    return invoke(...call);
  };
}

const pieces = () => server.received.filter(({ method }) => method === "PUT");
const file = () => new File([TEXT], "lista.csv");

test("in a browser the pieces of a file go as they are, in order, and once more where one is lost", async () => {
  failing = 1;
  const told: number[] = [];
  expect(await sendFile(file(), "import", (fraction) => told.push(fraction))).toBe("up");
  expect(pieces().map(({ path }) => path)).toEqual(
    [0, 4, 4, 8].map((offset) => `/api/uploads/up?offset=${offset}`),
  );
  expect(pieces().every(({ headers }) => headers["content-type"] === "application/octet-stream")).toBe(true);
  const bytes = new TextEncoder().encode(TEXT).length;
  expect(pieces().at(-1)?.headers["content-length"]).toBe(String(bytes - 2 * PIECE));
  expect(told.at(-1)).toBe(1);
});

test("a file that is stopped between two tries is given up at once", async () => {
  failing = 1;
  const stop = new AbortController();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const sent = sendFile(file(), "import", () => undefined, stop.signal);
    const outcome = expect(sent).rejects.toThrow();
    await vi.waitUntil(() => failing === 0 && vi.getTimerCount() > 0);
    // No time passes from here on: the wait for the next try never ends by itself.
    stop.abort();
    await outcome;
    expect(pieces()).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});

test("a stop holds in the window too, whose bridge does not hear of it", async () => {
  setHostKind("window");
  makeBridgeDeaf();
  const stop = new AbortController();
  const sent = sendFile(file(), "import", () => stop.abort(), stop.signal);
  await expect(sent).rejects.toThrow();
  expect(pieces()).toHaveLength(1);
  await vi.waitFor(() => expect(server.received.at(-1)).toMatchObject({ method: "DELETE" }));
});

test("in the window they go as texts", async () => {
  setHostKind("window");
  await sendFile(file(), "import", () => undefined);
  const sent = pieces().map(({ body }) => JSON.parse(body) as { offset: number; data: string });
  expect(sent.map(({ offset }) => offset)).toEqual([0, 4, 8]);
  expect(Buffer.concat(sent.map(({ data }) => Buffer.from(data, "base64"))).toString()).toBe(TEXT);
});

test("progress is told at once and at the end, and seldom between", async () => {
  const told: number[] = [];
  await sendFile(new File(["x".repeat(60 * PIECE)], "a.csv"), "import", (fraction) => told.push(fraction));
  expect(pieces()).toHaveLength(60);
  expect(told.length).toBeLessThan(60);
  expect(told.at(-1)).toBe(1);
});
