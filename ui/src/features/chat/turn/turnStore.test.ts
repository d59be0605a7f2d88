import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { installBridge } from "../../../test/app";
import { startServer, type EventStream, type TestServer } from "../../../test/server";
import { TurnStore } from "./turnStore";

let server: TestServer;
let streams: EventStream[];
let store: TurnStore;

beforeEach(async () => {
  streams = [];
  server = await startServer(({ path }) =>
    path.includes("stop") ? { hangUp: true } : { events: (stream) => streams.push(stream) },
  );
  installBridge(server);
  store = new TurnStore(new QueryClient());
});
afterEach(() => {
  vi.useRealTimers();
  return server.close();
});

const ask = () => store.start({ message: "Soja?" }, "Soja?", "t1");
const phase = () => store.get("t1")?.phase;

test("a turn that is asked for once more is not ended by the stop of its first attempt", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  ask();
  await vi.waitUntil(() => streams.length === 1);
  store.stop("t1");
  // The program cannot be reached: the page gives the turn up by itself.
  await vi.waitUntil(() => phase() === "stopped");
  ask();
  await vi.waitUntil(() => streams.length === 2);
  vi.advanceTimersByTime(60_000);
  expect(phase()).toBe("running");
});
