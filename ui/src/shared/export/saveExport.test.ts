import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { installBridge } from "../../test/app";
import { startServer, type Answer, type ReceivedRequest, type TestServer } from "../../test/server";
import { saveExport, type ExportRequest } from "./saveExport";

const REQUEST: ExportRequest = { kind: "items", format: "csv" };
const STATE = { id: "e1", kind: "items", written: 2, total: 4, file: null, error: null };
const FILE = { id: "d1", name: "celeiro-items.csv", mediaType: "text/csv", sizeBytes: 4 };

let server: TestServer;
let saved: string[];
/** What is said of the export when it is asked for. */
let state: Answer;

function answer({ path }: ReceivedRequest): Answer {
  if (path === "/api/exports") return { body: STATE };
  if (path.startsWith("/api/downloads/")) return { body: { data: btoa("a;b\n") } };
  return state;
}

beforeEach(async () => {
  state = { body: STATE };
  saved = [];
  server = await startServer(answer);
  installBridge(server);
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  URL.createObjectURL = () => "blob:";
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => {
  vi.restoreAllMocks();
  return server.close();
});

const isDropped = () =>
  vi.waitFor(() =>
    expect(server.received.at(-1)).toMatchObject({ method: "DELETE", path: "/api/exports/e1" }),
  );

test("the file is saved once it is whole, and given up by the program then", async () => {
  state = { body: { ...STATE, written: 4, file: FILE } };
  expect(await saveExport(REQUEST, () => undefined, new AbortController().signal)).toBe(4);
  expect(saved).toEqual([FILE.name]);
  await isDropped();
});

test("one that a person stops is given up, and nothing is saved later", async () => {
  const stop = new AbortController();
  const exported = saveExport(REQUEST, () => stop.abort(), stop.signal);
  state = { body: { ...STATE, written: 4, file: FILE } };
  await expect(exported).rejects.toThrow();
  await isDropped();
  expect(saved).toEqual([]);
});

test("one that fails is given up, with its reason", async () => {
  state = { body: { ...STATE, error: { code: "disk_full", message: "Sem espaço" } } };
  await expect(saveExport(REQUEST, () => undefined, new AbortController().signal)).rejects.toThrow(
    "Sem espaço",
  );
  await isDropped();
});
