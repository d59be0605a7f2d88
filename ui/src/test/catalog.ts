/** A catalog desk for tests: rows that are listed, written, and changed by others in between. */
import type { Data } from "../api/command";
import type { Item } from "../api/types";
import { healthy } from "./app";
import { item } from "./records";
import type { Answer, Handler, ReceivedRequest } from "./server";

type Fields = Record<string, unknown>;
type Cell = { id: string; version: number; field: string; value: unknown; seen: unknown };

/** As the server reads what a cell holds. */
function readCell(field: string, value: unknown): unknown {
  if (field === "price") return Number(value);
  if (field !== "tags" || typeof value !== "string") return value;
  return value.startsWith("[") ? JSON.parse(value) : value.split("; ");
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

const NOT_FOUND: Answer = {
  status: 404,
  body: { code: "not_found", message: "O registro não existe ou foi excluído", details: null },
};

export class Catalog {
  items: Item[];
  calls: { method: string; path: string; body: Fields }[] = [];
  /** Answers of writes by their operation: each is done once. */
  written = new Map<string, Fields>();
  /** What the cells of an operation held before it. */
  private before = new Map<string, { id: string; field: string; value: unknown }[]>();
  /** The operation that wrote a field of an item last. */
  private writers = new Map<string, string>();
  private deleted: Item[] = [];
  /** Saves by item, newest first. */
  private history = new Map<string, Data<"itemHistory">>();
  /** What an undo answers. */
  undone: Fields = {};

  constructor(count: number) {
    const number = (at: number) => String(at + 1).padStart(3, "0");
    this.items = Array.from({ length: count }, (_, at) =>
      item(`i${number(at)}`, { name: `Produto ${number(at)}`, price: 10 + at, attributes: {} }),
    );
  }

  handler(special: (request: ReceivedRequest) => Answer | undefined = () => undefined): Handler {
    return healthy((request) => special(request) ?? this.answer(request));
  }

  /** What was asked of an address. */
  sent(method: string, path: string): Fields[] {
    return this.calls.filter((one) => one.method === method && one.path === path).map(({ body }) => body);
  }

  /** Another person saves, or the `operation` of the page under test. */
  change(id: string, part: Partial<Item>, operation = "theirs"): void {
    for (const field of Object.keys(part)) this.writers.set(`${id} ${field}`, operation);
    const version = (this.find(id)?.version ?? 0) + 1;
    const changes = Object.entries(part).map(([field, to]) => ({ field, from: null, to }));
    this.history.set(id, [revision(version, operation, changes), ...(this.history.get(id) ?? [])]);
    this.items = this.items.map((one) =>
      one.id === id ? { ...one, ...part, version: one.version + 1 } : one,
    );
  }

  /** Another person deletes. */
  remove(id: string): void {
    this.deleted.push(...this.items.filter((one) => one.id === id));
    this.items = this.items.filter((one) => one.id !== id);
  }

  /** Another person brings back what was deleted. */
  bringBack(id: string): void {
    this.restore(id);
  }

  find(id: string): Item | undefined {
    return this.items.find((one) => one.id === id);
  }

  private answer({ method, path, body }: ReceivedRequest): Answer | undefined {
    const address = path.split("?")[0] ?? "";
    const fields = body === "" ? {} : (JSON.parse(body) as Fields);
    this.calls.push({ method, path: address, body: fields });
    if (address === "/api/catalog/grid") return { body: this.page(fields) };
    if (address === "/api/catalog/columns") return { body: { attributes: [] } };
    if (address === "/api/catalog/views") return { body: [] };
    if (address === "/api/catalog/cells") return { body: this.write(fields) };
    if (address.endsWith("/undo")) return { body: this.undo(address.split("/").at(-2) ?? "", fields) };
    if (address === "/api/catalog/items" && method === "POST") return this.create(fields);
    if (address === "/api/catalog/items") return { body: { rows: [], total: 0 } };
    if (address.endsWith("/restore")) return this.restore(address.split("/").at(-2) ?? "");
    const [, id = "", more] = /^\/api\/catalog\/items\/([^/]+)(\/\w+)?$/.exec(address) ?? [];
    const found = this.find(id);
    if (!found) return address.includes("/items/") ? NOT_FOUND : undefined;
    if (more === "/images") return { body: { version: 0, images: [] } };
    if (more === "/history") return { body: this.history.get(id) ?? [] };
    if (more === "/files") return { body: [] };
    if (method === "GET") return { body: found };
    return this.update(found, fields);
  }

  /** What the sheet is answered. */
  page({ offset = 0, limit = 100, text = "" }: Fields) {
    const rows = this.items.filter(({ name }) => name.toLowerCase().includes(String(text).toLowerCase()));
    const part = rows.slice(Number(offset), Number(offset) + Number(limit));
    return {
      rows: part.map((one) => ({ item: one, completeness: 0.5, missing: ["price"], deleted: false })),
      total: rows.length,
      averageCompleteness: 0.5,
    };
  }

  private write(fields: Fields): Fields {
    const operationId = fields["operationId"] as string;
    const before = this.written.get(operationId);
    if (before) return before;
    const rows = (fields["cells"] as Cell[]).map((cell) => this.writeCell(cell, operationId));
    const changed = rows.some(({ error }) => error === null);
    const answer = { operationId: changed ? operationId : null, rows };
    if (changed) this.written.set(operationId, answer);
    return answer;
  }

  /** As the server does it: what others have made of other fields does not hinder. */
  private writeCell({ id, version, field, value, seen }: Cell, operation: string) {
    const found = this.find(id);
    const now = found?.[field as keyof Item] ?? null;
    const stored = readCell(field, value);
    if (!found) {
      const gone = { code: "not_found", field: null, message: "O registro não existe ou foi excluído" };
      return { id, version: null, error: { ...gone, current: null, clashes: [] } };
    }
    if (found.version !== version && !isSame(now, seen) && !isSame(now, stored)) {
      const at = "2026-05-04T10:00:00Z";
      const writer = this.writers.get(`${id} ${field}`) ?? "theirs";
      const clashes = [{ field, now, changedBy: "Rosa", changedAt: at, operationId: writer }];
      const error = { code: "conflict", field: null, message: "Alterado", current: found, clashes };
      return { id, version: null, error };
    }
    this.before.set(operation, [...(this.before.get(operation) ?? []), { id, field, value: now }]);
    this.change(id, { [field]: stored }, operation);
    return { id, version: found.version + 1, error: null };
  }

  private undo(target: string, { operationId = "op-undo" }: Fields) {
    const cells = this.before.get(target) ?? [];
    // An undo is undone like anything else: that brings the work back.
    const valueIn = (id: string, field: string) => this.find(id)?.[field as keyof Item] ?? null;
    this.before.set(
      String(operationId),
      cells.map(({ id, field }) => ({ id, field, value: valueIn(id, field) })),
    );
    for (const { id, field, value } of cells) this.change(id, { [field]: value }, String(operationId));
    const base = { operationId, undone: 1, deleted: 0, conflicts: [], conflictCount: 0 };
    return { ...base, untouchable: [], untouchableCount: 0, ...this.undone };
  }

  private restore(id: string): Answer {
    const found = this.deleted.find((one) => one.id === id);
    if (!found) return NOT_FOUND;
    const restored = { ...found, version: found.version + 1 };
    this.items = [restored, ...this.items];
    return { body: restored };
  }

  private create(fields: Fields): Answer {
    const created = item(`new${this.items.length}`, { ...(fields as Partial<Item>), version: 1 });
    this.items = [...this.items, created];
    return { body: created };
  }

  private update(found: Item, { version, changedAttributes, ...fields }: Fields): Answer {
    if (version !== found.version) {
      const details = { current: found, yours: fields };
      return { status: 409, body: { code: "conflict", message: "Alterado por outra pessoa", details } };
    }
    // As the server does it: what is not named stays.
    const named = changedAttributes as string[];
    const others = Object.entries(found.attributes).filter(([key]) => !named.includes(key));
    const attributes = Object.fromEntries([...others, ...Object.entries(fields["attributes"] as Fields)]);
    const { operationId = "theirs", ...content } = fields;
    this.change(found.id, { ...content, attributes }, String(operationId));
    return { body: this.find(found.id) };
  }
}

function revision(version: number, operationId: string, changes: Data<"itemHistory">[number]["changes"]) {
  const at = "2026-05-04T10:00:00Z";
  return {
    version,
    operationId,
    changes,
    at,
    actor: "Rosa",
    source: "person",
    confirmedBy: null,
    operation: null,
  };
}

/** jsdom lays nothing out: without a height a list of rows draws none. */
export function giveHeight(height: number): () => void {
  const { prototype } = HTMLElement;
  const before = Object.getOwnPropertyDescriptor(prototype, "clientHeight");
  Object.defineProperty(prototype, "clientHeight", { configurable: true, get: () => height });
  return () => {
    if (before) Object.defineProperty(prototype, "clientHeight", before);
  };
}
