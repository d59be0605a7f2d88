import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { installBridge } from "../../../../test/app";
import { call } from "../../../../api/command";
import { Catalog } from "../../../../test/catalog";
import { item } from "../../../../test/records";
import { startServer, type Answer, type ReceivedRequest, type TestServer } from "../../../../test/server";
import { forgetOperations, noteWriting, ownOperations } from "../../shared/ownOperations";
import { CellQueue } from "./CellQueue";
import type { News, QueueWords } from "./pages";
import { isEdit, type TypedCell } from "./work/work";

let server: TestServer;
let catalog: Catalog;
let client: QueryClient;
let queue: CellQueue;
let heard: News[];
let special: (request: ReceivedRequest) => Answer | undefined;
let databases = 0;

const words: QueueWords = {
  other: () => "?",
  language: () => "pt-BR",
  count: (act, cells) => `${act} ${String(cells)}`,
  returned: (name) => name,
};

beforeEach(async () => {
  catalog = new Catalog(3);
  special = () => undefined;
  server = await startServer(catalog.handler((request) => special(request)));
  installBridge(server);
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  databases += 1;
  queue = new CellQueue(client, `db${String(databases)}`, words);
  heard = [];
  queue.hear((news) => heard.push(news));
  queue.activate(true);
});
afterEach(() => {
  queue.activate(false);
  forgetOperations();
  return server.close();
});

/** A price typed over the one that each item of the catalog begins with. */
function typedCell(id: string, text: string, part: Partial<TypedCell> = {}): TypedCell {
  const { name = "", price = null, version = 1 } = catalog.find(id) ?? {};
  return { id, name, column: "price", text, value: Number(text), seen: price, version, ...part };
}
const write = (label: string, ...cells: TypedCell[]) => queue.write(label, cells);
const priceOf = (id: string) => catalog.find(id)?.price;
const isDone = () => vi.waitFor(() => expect(queue.get().steps).toEqual([]), { timeout: 5_000 });
const kinds = () => heard.map(({ kind }) => kind);
const labels = () => ({
  done: ownOperations().done.map(({ label }) => label),
  undone: ownOperations().undone.map(({ label }) => label),
});
const writes = () => catalog.sent("POST", "/api/catalog/cells");

/** Requests of an address are answered once `go` is called. */
function hold(part: string): () => void {
  let go = () => {};
  const after = new Promise<void>((resolve) => (go = resolve));
  special = (request) => (request.path.includes(part) ? { ...catalog.handler()(request), after } : undefined);
  return go;
}

describe("cells on their way", () => {
  test("go one after the other, the later ones on what the first has made of their row", async () => {
    write("Um", typedCell("i001", "11"));
    write("Dois", typedCell("i001", "12"));
    write("Três", typedCell("i002", "22"));
    await isDone();
    expect(writes().map(({ cells }) => (cells as TypedCell[])[0])).toMatchObject([
      { id: "i001", value: 11, seen: 10, version: 1 },
      { id: "i001", value: 12, seen: 11, version: 2 },
      { id: "i002", value: 22, seen: 11, version: 1 },
    ]);
    expect([priceOf("i001"), priceOf("i002")]).toEqual([12, 22]);
    expect(labels().done).toEqual(["Um", "Dois", "Três"]);
    expect(heard).toEqual([]);
  });

  test("wait where their catalog is not the one that is open, and go once it is", async () => {
    queue.activate(false);
    write("Um", typedCell("i001", "11"));
    await queue.settled();
    expect(writes()).toEqual([]);
    queue.activate(true);
    await isDone();
    expect(priceOf("i001")).toBe(11);
  });

  test("are not gone on with once another catalog is open", async () => {
    const go = hold("/catalog/cells");
    write("Um", typedCell("i001", "11"));
    write("Dois", typedCell("i002", "22"));
    await vi.waitFor(() => expect(writes()).toHaveLength(1));
    queue.activate(false);
    go();
    await queue.settled();
    expect(writes()).toHaveLength(1);
    expect(queue.get().steps.map(({ label }) => label)).toEqual(["Dois"]);
  });

  test("wait where the program says that it works on another catalog, and are sent under their id", async () => {
    special = ({ path }) =>
      path === "/api/catalog/cells"
        ? { status: 409, body: { code: "other_catalog", message: "Outro", details: null } }
        : undefined;
    write("Um", typedCell("i001", "11"));
    await vi.waitFor(() => expect(queue.get().away?.code).toBe("other_catalog"));
    const [first] = server.received.filter(({ path }) => path === "/api/catalog/cells");
    expect(queue.get()).toMatchObject({ isStalled: true, held: [] });
    special = () => undefined;
    queue.wake();
    await isDone();
    expect(writes()).toEqual([JSON.parse(first?.body ?? "{}")]);
    expect(queue.get()).toMatchObject({ away: null, isStalled: false });
  });

  test("that the program refuses as a whole wait for a person, with its reason", async () => {
    special = ({ path }) =>
      path === "/api/catalog/cells"
        ? { status: 400, body: { code: "invalid_request", message: "Não serve", details: null } }
        : undefined;
    write("Dois", typedCell("i001", "11"), typedCell("i002", "22"));
    await vi.waitFor(() => expect(kinds()).toEqual(["refused", "failed"]));
    expect(queue.get().held).toMatchObject([
      { id: "i001", text: "11", state: "wrong", message: "Não serve" },
      { id: "i002", text: "22", state: "wrong", message: "Não serve" },
    ]);
    expect(heard[0]).toMatchObject({ of: 2 });
    expect(labels().done).toEqual([]);
    special = () => undefined;
    const [held] = queue.get().held;
    if (held) queue.insist(held, "De novo");
    await isDone();
    expect(priceOf("i001")).toBe(11);
    expect(queue.get().held.map(({ id }) => id)).toEqual(["i002"]);
  });

  test("are let go of by discarding, and what comes of the one under way is not told", async () => {
    const go = hold("/catalog/cells");
    catalog.change("i001", { price: 77 });
    write("Um", typedCell("i001", "11", { seen: 10, version: 1 }));
    write("Dois", typedCell("i002", "22"));
    await vi.waitFor(() => expect(writes()).toHaveLength(1));
    queue.discard();
    expect(queue.isEmpty()).toBe(true);
    go();
    await queue.settled();
    expect(queue.isEmpty()).toBe(true);
    expect(heard).toEqual([]);
    expect([priceOf("i001"), priceOf("i002")]).toEqual([77, 11]);
  });

  test("are let go of on a line that is dead, and sent again when the program was found", async () => {
    special = ({ path }) => (path === "/api/catalog/cells" ? { silent: true } : undefined);
    write("Um", typedCell("i001", "11"));
    await vi.waitFor(() => expect(server.received.some(({ path }) => path.endsWith("/cells"))).toBe(true));
    queue.noteReachable(false);
    expect(queue.get()).toMatchObject({ isStalled: true, away: { code: "unreachable" } });
    special = () => undefined;
    queue.noteReachable(true);
    await isDone();
    expect(priceOf("i001")).toBe(11);
    expect(server.aborted()).toBe(1);
  });
});

describe("a single cell that is let go of", () => {
  test("is not sent, and the others are", async () => {
    const go = hold("/cells");
    write("um", typedCell("i001", "11"));
    write("dois", typedCell("i002", "22"), typedCell("i003", "33"));
    queue.discardCell({ id: "i002", column: "price" });
    go();
    special = () => undefined;
    await isDone();
    expect([priceOf("i001"), priceOf("i002"), priceOf("i003")]).toEqual([11, 11, 33]);
  });

  test("while it is being sent waits for nobody where the program refuses it", async () => {
    catalog.change("i001", { price: 77 });
    const go = hold("/cells");
    write("duas", typedCell("i001", "11", { seen: 10, version: 1 }), typedCell("i002", "22"));
    await vi.waitFor(() => expect(writes()).toHaveLength(1));
    queue.discardCell({ id: "i001", column: "price" });
    go();
    await isDone();
    expect(queue.get().held).toEqual([]);
    expect(priceOf("i002")).toBe(22);
  });
});

describe("cells of an item that was deleted", () => {
  const read = (id: string) =>
    client
      .fetchQuery({ queryKey: ["getItem", "pt-BR", { id }], queryFn: () => call("getItem", { id }) })
      .catch(() => null);

  async function typeOnDeleted() {
    catalog.remove("i001");
    write("um", { ...typedCell("i002", "11"), id: "i001", name: "Produto 001", seen: 10 });
    await vi.waitFor(() => expect(queue.get().held).toMatchObject([{ state: "wrong", isMissing: true }]));
    await read("i001");
    expect(queue.get().held).toHaveLength(1);
  }

  test("go by themselves once a page reads that it is there again, and that is said", async () => {
    await typeOnDeleted();
    catalog.bringBack("i001");
    await read("i001");
    await isDone();
    await vi.waitFor(() => expect(priceOf("i001")).toBe(11));
    expect(queue.get().held).toEqual([]);
    expect(heard).toContainEqual({ kind: "returned", name: "Produto 001", count: 1 });
  });

  test("are written over nothing that another person has put there since", async () => {
    await typeOnDeleted();
    catalog.bringBack("i001");
    catalog.change("i001", { price: 77 });
    await read("i001");
    await vi.waitFor(() => expect(queue.get().held).toMatchObject([{ state: "conflict", now: 77 }]));
    expect(priceOf("i001")).toBe(77);
  });

  test("wait on where a list of deleted items shows it", async () => {
    await typeOnDeleted();
    const row = { item: item("i001"), completeness: 1, missing: [], deleted: true };
    await client.fetchQuery({ queryKey: ["grid", "pt-BR", {}], queryFn: () => ({ rows: [row] }) });
    expect(queue.get().held).toHaveLength(1);
    expect(writes()).toHaveLength(1);
  });
});

describe("what there is to say", () => {
  test("waits for the one who says it, in its order, and is said once", async () => {
    const deaf = new CellQueue(client, "deaf", words);
    deaf.activate(true);
    deaf.write("Um", [typedCell("i001", "11")]);
    await deaf.settled();
    await deaf.takeBack("undo");
    await deaf.settled();
    const early: News[] = [];
    const leave = deaf.hear((news) => early.push(news));
    expect(early.map(({ kind }) => kind)).toEqual(["takenBack"]);
    leave();
    const late: News[] = [];
    deaf.hear((news) => late.push(news));
    expect(late).toEqual([]);
    deaf.activate(false);
  });
});

describe("taking back and bringing back", () => {
  test("reach what is stored, step by step and in both directions", async () => {
    write("Um", typedCell("i001", "11"));
    write("Dois", typedCell("i002", "22"));
    await isDone();
    expect(await queue.takeBack("undo")).toBe(true);
    expect(await queue.takeBack("undo")).toBe(true);
    await isDone();
    expect([priceOf("i001"), priceOf("i002")]).toEqual([10, 11]);
    expect(labels()).toEqual({ done: [], undone: ["Dois", "Um"] });
    expect(await queue.takeBack("undo")).toBe(false);
    await queue.takeBack("redo");
    await isDone();
    expect([priceOf("i001"), priceOf("i002")]).toEqual([11, 11]);
    expect(labels()).toEqual({ done: ["Um"], undone: ["Dois"] });
    expect(heard).toMatchObject([
      { kind: "takenBack", step: { kind: "undo", label: "Dois" } },
      { kind: "takenBack", step: { kind: "undo", label: "Um" } },
      { kind: "takenBack", step: { kind: "redo", label: "Um" } },
    ]);
  });

  test("of one operation leave what came after it, and say where nothing is left of it", async () => {
    write("Um", typedCell("i001", "11"));
    write("Dois", typedCell("i002", "22"));
    await isDone();
    const [first] = ownOperations().done;
    if (!first) throw new Error("nothing was stored");
    await queue.takeOperationBack(first);
    await isDone();
    expect([priceOf("i001"), priceOf("i002")]).toEqual([10, 22]);
    expect(labels()).toEqual({ done: ["Dois"], undone: ["Um"] });
    catalog.undone = { operationId: null, undone: 0 };
    await queue.takeOperationBack(first);
    await isDone();
    expect(labels()).toEqual({ done: ["Dois"], undone: ["Um"] });
    expect(heard.at(-1)).toMatchObject({ kind: "takenBack", undone: { undone: 0 } });
  });

  test("of what is being sent wait for it, and are done in their order", async () => {
    const go = hold("/catalog/cells");
    write("Um", typedCell("i001", "11"));
    await vi.waitFor(() => expect(writes()).toHaveLength(1));
    await queue.takeBack("undo");
    write("Dois", typedCell("i001", "33", { seen: 11 }));
    expect(queue.get().steps.map((step) => (isEdit(step) ? step.label : step.kind))).toEqual([
      "Um",
      "undo",
      "Dois",
    ]);
    special = () => undefined;
    go();
    await isDone();
    expect(priceOf("i001")).toBe(33);
    expect(labels()).toEqual({ done: ["Dois"], undone: [] });
    // What was undone before something new cannot be brought back.
    expect(await queue.takeBack("redo")).toBe(false);
  });

  test("of what was not sent only withdraw it, as deep as it lay", async () => {
    const go = hold("/catalog/cells");
    write("Um", typedCell("i001", "11"));
    write("Dois", typedCell("i002", "22"));
    await vi.waitFor(() => expect(writes()).toHaveLength(1));
    await queue.takeBack("undo");
    expect(heard).toEqual([{ kind: "reconsidered", as: "undo", what: "Dois" }]);
    await queue.takeBack("undo");
    special = () => undefined;
    go();
    await isDone();
    expect([priceOf("i001"), priceOf("i002")]).toEqual([10, 11]);
    // First what was taken back last, from the program; then what was withdrawn before it.
    await queue.takeBack("redo");
    await isDone();
    expect([priceOf("i001"), priceOf("i002")]).toEqual([11, 11]);
    await queue.takeBack("redo");
    await isDone();
    expect([priceOf("i001"), priceOf("i002")]).toEqual([11, 22]);
    expect(labels().done).toEqual(["Um", "Dois"]);
  });

  test("bring nothing back that was withdrawn before something new was typed", async () => {
    const go = hold("/catalog/cells");
    write("Um", typedCell("i001", "11"));
    write("Dois", typedCell("i002", "22"));
    await queue.takeBack("undo");
    write("Três", typedCell("i003", "33"));
    go();
    expect(await queue.takeBack("redo")).toBe(false);
    await isDone();
    expect([priceOf("i002"), priceOf("i003")]).toEqual([11, 33]);
  });

  test("come after a form that is being saved", async () => {
    write("Um", typedCell("i001", "11"));
    await isDone();
    let store = () => {};
    void noteWriting(new Promise<void>((resolve) => (store = resolve)));
    const taking = queue.takeBack("undo");
    await Promise.resolve();
    expect(queue.get().steps).toEqual([]);
    store();
    expect(await taking).toBe(true);
    await isDone();
    expect(priceOf("i001")).toBe(10);
  });

  test("that the program refuses say why, and the next one reaches what was done before", async () => {
    write("Um", typedCell("i001", "11"));
    write("Dois", typedCell("i002", "22"));
    await isDone();
    special = ({ path }) =>
      path.endsWith("/undo")
        ? { status: 404, body: { code: "not_found", message: "Não há mais", details: null } }
        : undefined;
    await queue.takeBack("undo");
    await vi.waitFor(() => expect(heard).toMatchObject([{ kind: "failed", error: { code: "not_found" } }]));
    expect(labels()).toEqual({ done: ["Um"], undone: [] });
    special = () => undefined;
    await queue.takeBack("undo");
    await isDone();
    expect([priceOf("i001"), priceOf("i002")]).toEqual([10, 22]);
  });

  test("give on what they left alone, and nothing to bring back where they did nothing", async () => {
    write("Um", typedCell("i001", "11"));
    await isDone();
    catalog.undone = { operationId: null, undone: 0, conflictCount: 1, conflicts: [{ recordId: "i001" }] };
    await queue.takeBack("undo");
    await isDone();
    await vi.waitFor(() => expect(kinds()).toEqual(["takenBack"]));
    expect(heard[0]).toMatchObject({ undone: { conflictCount: 1, operationId: null } });
    expect(labels()).toEqual({ done: [], undone: [] });
    expect(await queue.takeBack("redo")).toBe(false);
  });

  test("that cannot be sent now are said to wait, and are sent under their id", async () => {
    write("Um", typedCell("i001", "11"));
    await isDone();
    special = ({ path }) => (path.endsWith("/undo") ? { hangUp: true } : undefined);
    await queue.takeBack("undo");
    await vi.waitFor(() => expect(queue.get().isStalled).toBe(true));
    await queue.takeBack("redo");
    expect(heard).toEqual([{ kind: "postponed", as: "redo", what: "Um" }]);
    special = () => undefined;
    queue.wake();
    await isDone();
    const undos = server.received.filter(({ path }) => path.endsWith("/undo"));
    const ids = undos.map(({ body }) => (JSON.parse(body) as { operationId: string }).operationId);
    expect(new Set(ids).size).toBe(2);
    expect(labels()).toEqual({ done: ["Um"], undone: [] });
  });

  test("name what this tab did as its own where a cell clashes with it", async () => {
    write("Um", typedCell("i001", "11"));
    await isDone();
    await queue.takeBack("undo");
    await isDone();
    // Typed over what stood there before the undo was seen.
    write("Dois", typedCell("i001", "44", { seen: 11, version: 2 }));
    await isDone();
    expect(queue.get().held).toEqual([]);
    expect(priceOf("i001")).toBe(44);
  });
});
